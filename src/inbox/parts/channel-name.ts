import {
  type BuiltInChannel,
  isBuiltInChannel,
  type RemoteChannel,
} from "../../domain/channel-kind.ts";
import { PUSH } from "../../domain/hub/device.ts";

const NAMES: Readonly<Record<BuiltInChannel, string>> = {
  slack: "Slack",
  telegram: "Telegram",
  email: "E-mail",
  webhook: "Webhook",
};

/** As people write it; an external channel is named after its kind. */
export function channelName(kind: RemoteChannel): string {
  if (kind === PUSH) return "Notification";
  return isBuiltInChannel(kind) ? NAMES[kind] : kind;
}
