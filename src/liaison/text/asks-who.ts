import { isAsked } from "./asked.ts";
import words from "./who-words.json" with { type: "json" };

const MOST_READ = 200;
const WHAT =
  /(?<!\p{L})what are you(?! (?:waiting|doing|thinking|talking|going|on about|asking|saying|up to|still|planning|looking)(?!\p{L}))/iu;

/** Whether a sentence asks who or what answers here: "is this a real person?". It tells nothing of a task. */
export function asksWho(sentence: string): boolean {
  const text = sentence.slice(0, MOST_READ).toLowerCase();
  if (WHAT.test(text)) return true;
  const isQuestion = /[?？]\s{0,9}$/u.test(sentence) || isAsked(sentence);
  return isQuestion && words.some((phrase) => text.includes(phrase));
}
