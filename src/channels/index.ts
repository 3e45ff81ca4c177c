/** What an outside channel is built with. Everything exported here is public. */
export type { RemoteChannel } from "../domain/channel-kind.ts";
export { EarshotError } from "../domain/errors.ts";
export type { Address, PostRef } from "../domain/hub/delivery.ts";
export type { Json, JsonObject } from "../domain/json.ts";
export {
  type Account,
  type Capabilities,
  type Channel,
  ChannelError,
  type ChannelErrorKind,
  type ChannelHearing,
  type ChannelModule,
  type ChannelPorts,
  type ChannelSetup,
  type CheckLine,
  type Choice,
  type Content,
  type ContentBlock,
  type Control,
  type FileGiving,
  type FormField,
  type FormView,
  type Heard,
  type Inbound,
  type Post,
  type PostedFile,
  type Rate,
  type Rates,
  type SetupField,
  type SetupFound,
  type SetupStep,
  type Sink,
  type StandingMessage,
  type WebhookCall,
  type WebhookReply,
} from "../ports/channels/channel.ts";
