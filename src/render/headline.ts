import { plainLine } from "../domain/plain-words.ts";
import { oneLine } from "./visible-text.ts";
import { mayHaveMarkup } from "./words/may-have-markup.ts";

/** Further on nobody looks for a first sentence. */
const LOOKED_AT = 2_000;
const FENCE = /^[ \t]*(?:```|~~~)/;
const SENTENCE = /^.*?(?:[.?!](?=\s+[^\s\p{Ll}])|[。？！])/u;

/**
 * What somebody says on one line, as a heading or subject: the first sentence, without markup. A text
 * without markup that fits is there whole.
 */
export function headline(text: string, width: number): string {
  const whole = oneLine(text, width);
  if (!mayHaveMarkup(text) && !whole.endsWith("…")) return whole;
  const first = text.slice(0, LOOKED_AT).split("\n").find(hasWords) ?? "";
  const plain = plainLine(first);
  return oneLine(SENTENCE.exec(plain)?.[0] ?? plain, width) || whole;
}

function hasWords(line: string): boolean {
  return !FENCE.test(line) && /[\p{L}\p{N}]/u.test(line);
}
