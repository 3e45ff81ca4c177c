import {
  type BuiltInChannel,
  isBuiltInChannel,
  type RemoteChannel,
} from "../../domain/channel-kind.ts";
import { PUSH } from "../../domain/hub/device.ts";
import { say } from "./messages/messages.ts";

const NAMES: Readonly<Record<BuiltInChannel, string>> = {
  slack: "Slack",
  telegram: "Telegram",
  email: say("channel.email"),
  webhook: "Webhook",
};

/** As people write it; an external channel is named after its kind. */
export function channelName(kind: RemoteChannel): string {
  if (kind === PUSH) return say("channel.push");
  return isBuiltInChannel(kind) ? NAMES[kind] : kind;
}
