import { BUILT_IN_CHANNELS, CHANNEL_KIND_PATTERN, isChannelKind } from "./channel-kind.ts";
import { isOwnPlace, MESSAGE_PLACES, type MessagePlace } from "./message-rules.ts";
import { type Part, refused } from "./policy-form.ts";

/** The kind of a channel; of one from outside its shape is looked at, since it may come later. */
export const channelKind: Part<string> = namedAs(BUILT_IN_CHANNELS, isChannelKind);

/** The same, and Earshot's own terminal and page. */
export const messagePlace: Part<MessagePlace> = namedAs(
  MESSAGE_PLACES,
  (text) => isOwnPlace(text) || isChannelKind(text),
);

function namedAs(known: readonly string[], isName: (text: string) => boolean): Part<string> {
  return {
    schema: { anyOf: [{ enum: known }, { type: "string", pattern: CHANNEL_KIND_PATTERN }] },
    read(value, place, report) {
      if (typeof value === "string" && isName(value)) return value;
      const what = `it is one of ${known.join(", ")}, or the kind of a channel from outside.`;
      return refused(report, place, what);
    },
  };
}
