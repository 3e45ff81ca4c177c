import { isMisspelt } from "../alike.ts";
import { BUILT_IN_CHANNELS, CHANNEL_KIND_PATTERN, isChannelKind } from "../channel-kind.ts";
import { isOwnPlace, MESSAGE_PLACES, type MessagePlace } from "../hub/message-rules.ts";
import { type Part, refused } from "./form-fields.ts";

/** The kind of a channel. Of one from outside only the shape is checked, since it may come later. */
export const channelKind: Part<string> = namedAs(BUILT_IN_CHANNELS, isChannelKind);

/** The same, plus Earshot's own terminal and page. */
export const messagePlace: Part<MessagePlace> = namedAs(
  MESSAGE_PLACES,
  (text) => isOwnPlace(text) || isChannelKind(text),
);

function namedAs(known: readonly string[], isName: (text: string) => boolean): Part<string> {
  return {
    schema: { anyOf: [{ enum: known }, { type: "string", pattern: CHANNEL_KIND_PATTERN }] },
    read(value, place, report) {
      const meant = typeof value === "string" ? known.find(misspeltAs(value)) : undefined;
      // A rule under such a name would have no effect, and nobody would notice.
      if (meant !== undefined) return refused(report, place, `did you mean ${meant}?`);
      if (typeof value === "string" && isName(value)) return value;
      const what = `it is one of ${known.join(", ")}, or the kind of a channel from outside.`;
      return refused(report, place, what);
    },
  };
}

/** Typos are rarely in the first letter, and a channel from outside may well be called gmail. */
function misspeltAs(name: string): (known: string) => boolean {
  return (known) => known[0] === name[0] && isMisspelt(name, known);
}
