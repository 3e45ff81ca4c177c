import type { ForOthers } from "../domain/requests/request.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { principalName } from "./principal-name.ts";
import { commaWords, orWords } from "./words/listed.ts";

const NAMED = 3;
const NAME_CHARS = 40;

/** "ana or ben"; undefined if nobody can. */
export function decidersOf({ deciders }: ForOthers, words: RenderMessages): string | undefined {
  if (deciders.length === 0) return undefined;
  const names = deciders.slice(0, NAMED).map((name) => principalName(name, words, NAME_CHARS));
  const more = deciders.length - names.length;
  if (more === 0) return orWords(names, words);
  return words.say("who.others", { names: commaWords(names, words), count: more });
}
