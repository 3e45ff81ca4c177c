import common from "../phrases/common-words.json" with { type: "json" };
import { stemOf, wordsOf } from "./words.ts";

/** Words of people that tell nothing of what a sentence is about, whatever its language. */
const COMMON: ReadonlySet<string> = new Set(
  Object.values(common).flatMap((words) => words.split(" ")),
);
const SIGNS = /[\p{sc=Han}\p{sc=Katakana}ー]{2,40}/gu;
const NUMBER = /\d{1,12}(?:[.,]\d{1,6})?/g;
const SHORT = 3;
const MOST_READ = 2_000;

/** The words by which two texts speak of the same: names, things and numbers. */
export function tellingWords(whole: string): ReadonlySet<string> {
  const text = whole.slice(0, MOST_READ);
  const words = wordsOf(text).filter((word) => !COMMON.has(word) && isLong(word));
  const numbers = [...text.matchAll(NUMBER)].map(([number]) => number);
  const signs = [...text.matchAll(SIGNS)].flatMap(([run]) => pairsOf(run));
  return new Set([...words.map(stemOf), ...numbers, ...signs]);
}

function isLong(word: string): boolean {
  return word.length >= SHORT && /^\p{L}/u.test(word) && !/[\p{sc=Han}\p{sc=Hiragana}]/u.test(word);
}

/** Signs have no blanks between words, so each two stand for one. */
function pairsOf(run: string): readonly string[] {
  const signs = [...run];
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}
