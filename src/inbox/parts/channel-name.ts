import {
  type BuiltInChannel,
  isBuiltInChannel,
  type RemoteChannel,
} from "../../domain/channel-kind.ts";

const NAMES: Readonly<Record<BuiltInChannel, string>> = {
  slack: "Slack",
  telegram: "Telegram",
  email: "E-mail",
  webhook: "Webhook",
};

/** As people write it; one from outside has its kind for a name. */
export function channelName(kind: RemoteChannel): string {
  return isBuiltInChannel(kind) ? NAMES[kind] : kind;
}
