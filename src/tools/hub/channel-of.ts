import { EarshotError } from "../../domain/errors.ts";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../ports/hub.ts";

const MAX_SHOWN_LENGTH = 40;
const NAMES = MESSAGE_CHANNELS.join(", ");

/**
 * The first of these that is there: the argument, the conversation's, the tool's default. Throws
 * INVALID_INPUT where none is, and CHANNEL_UNAVAILABLE where it is the name of no channel.
 */
export function channelOf(...named: readonly (string | undefined)[]): MessageChannel {
  const name = named.find((one) => one !== undefined);
  if (name === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `"channel" is missing, and this call belongs to no conversation whose channel it could be. Give one of ${NAMES}.`,
    );
  }
  const channel = MESSAGE_CHANNELS.find((one) => one === name);
  if (channel !== undefined) return channel;
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN_LENGTH).toWellFormed());
  throw new EarshotError(
    "CHANNEL_UNAVAILABLE",
    `There is no channel ${shown}. The channels are ${NAMES}.`,
  );
}
