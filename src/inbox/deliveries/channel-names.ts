import type { RemoteChannel } from "../../domain/delivery.ts";

/** As people write them. */
export const CHANNEL_NAMES: Readonly<Record<RemoteChannel, string>> = {
  slack: "Slack",
  telegram: "Telegram",
  email: "E-mail",
  webhook: "Webhook",
};
