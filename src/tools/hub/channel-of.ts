import { isChannelKind } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isOwnPlace, MESSAGE_PLACES, type MessagePlace } from "../../domain/hub/message-rules.ts";

const MAX_SHOWN_LENGTH = 40;
const NAMES = MESSAGE_PLACES.join(", ");

/**
 * The first of these that is there: the argument, the conversation's, the tool's default. Throws
 * INVALID_INPUT where none is, and CHANNEL_UNAVAILABLE where no channel can be called so.
 */
export function channelOf(...named: readonly (string | undefined)[]): MessagePlace {
  const name = named.find((one) => one !== undefined);
  if (name === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `"channel" is missing, and this call belongs to no conversation whose channel it could be. Give one of ${NAMES}.`,
    );
  }
  // Whether there is such a channel from outside, the hub knows.
  if (isOwnPlace(name) || isChannelKind(name)) return name;
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN_LENGTH).toWellFormed());
  throw new EarshotError(
    "CHANNEL_UNAVAILABLE",
    `There is no channel ${shown}. The channels are ${NAMES}.`,
  );
}
