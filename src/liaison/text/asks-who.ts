import { isAsked } from "./asked.ts";
import words from "./who-words.json" with { type: "json" };

const MOST_READ = 200;
const WHAT =
  /(?<!\p{L})what are you(?! (?:waiting|doing|thinking|talking|going|on about|asking|saying|up to|still|planning|looking)(?!\p{L}))/iu;

const YOURSELF = /(?<!\p{L})(?:do|have|did) you (?:ever )?[^?]{1,30} yourself(?!\p{L})/iu;
const LATIN = /^\p{sc=Latin}/u;

/** Whether a sentence asks who or what answers here: "is this a real person?". It tells nothing of a task. */
export function asksWho(sentence: string): boolean {
  const text = sentence.slice(0, MOST_READ).toLowerCase();
  if (WHAT.test(text)) return true;
  const isQuestion = /[?？]\s{0,9}$/u.test(sentence) || isAsked(sentence);
  return isQuestion && (YOURSELF.test(text) || words.some((phrase) => says(text, phrase)));
}

/** From the beginning of a word on: "quieres una" does not say "eres un". */
function says(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase);
  return at >= 0 && (!LATIN.test(phrase) || !/\p{L}$/u.test(text.slice(0, at)));
}
