import type { ForOthers, ShownRequest } from "../domain/requests/request.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { whyWords } from "./refused-words.ts";
import { oneLine } from "./visible-text.ts";
import { commaWords, orWords } from "./words/listed.ts";

const NAMED = 3;
const NAME_CHARS = 40;
const WHY_CHARS = 160;

/** Who can decide it; if nobody can at the moment, why. */
export function whoDecides(
  { forOthers }: Pick<ShownRequest, "forOthers">,
  words: RenderMessages,
): string {
  if (forOthers === undefined) return words.say("who.you");
  return (
    decidersOf(forOthers, words) ??
    oneLine(whyWords(forOthers, words), WHY_CHARS).replace(/[.。]$/, "")
  );
}

/** "ana or ben"; undefined if nobody can. */
export function decidersOf({ deciders }: ForOthers, words: RenderMessages): string | undefined {
  if (deciders.length === 0) return undefined;
  const names = deciders.slice(0, NAMED).map((name) => oneLine(name, NAME_CHARS));
  const more = deciders.length - names.length;
  if (more === 0) return orWords(names, words);
  return words.say("who.others", { names: commaWords(names, words), count: more });
}
