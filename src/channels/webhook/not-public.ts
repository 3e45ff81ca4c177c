import { ChannelError } from "../../ports/channels/channel.ts";

/** Refuses an address that must not be called. */
export function notPublic(host: string): ChannelError {
  return new ChannelError(
    "permanent",
    `${host} is not on the public internet, so nothing is sent there. If it is yours, set allowPrivate in the settings of the webhook channel.`,
  );
}
