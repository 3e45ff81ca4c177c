import { wordsOf } from "../text/words.ts";

const HEDGE =
  /\b(?:maybe|perhaps|probably|possibly|not (?:really |quite )?sure|i guess|i suppose|i think|kind of|sort of|something like|somehow|some kind of|or something|or so|more or less|roughly|ish|stuff|things like that|whatever|i don['’]?t know(?: yet)?|might|could be|anything|somewhat|unclear|undecided|etc\.?)\b/gi;
const MAX_LENGTH = 8_000;
/** One hedge in this many words is the maximum that counts. */
const DENSE = 8;

/** 0 for words without doubt, 1 for words full of it. */
export function hedgeRate(text: string): number {
  const read = text.slice(0, MAX_LENGTH);
  const count = [...read.matchAll(HEDGE)].length;
  const words = wordsOf(read).length;
  return words === 0 ? 0 : Math.min(1, (count * DENSE) / Math.max(words, 2 * DENSE));
}
