import { passesForLatin } from "./look-alikes.ts";
import { escapeAll, visibleText } from "./visible-text.ts";

/*
 * What hides in text that people decide on. On top of `visibleText`: the signs that only Earshot
 * writes, blanks that look like a space, marks that have no letter to stand on, and padding. Words
 * whose letters pass for others are marked behind the word. Marks stand in ⟨ ⟩, which text itself
 * cannot hold, so what is shown leads back to exactly what is stored.
 */
const OURS = /[⟨⟩\u2500-\u259f]|(?! )\p{Zs}/gu;
const LOOSE_MARKS = /(?<![\p{L}\p{N}\p{M}])\p{M}+/gu;

/** Escapes are no part of the word behind them: `\nx` is a line end and an x. */
const TOKENS =
  /\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\[bfnrt"\\/]| {9,}|[\p{L}\p{N}\u2460-\u24ff\u{1f110}-\u{1f189}](?:[\p{L}\p{M}\p{N}\u2460-\u24ff\u{1f110}-\u{1f189}]|[_.-]+(?=[\p{L}\p{N}]))*/gu;

/** Scripts with letters that look the same. */
const LOOK_ALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Gothic}/u,
  /\p{Script=Deseret}/u,
];
/** Full-width, mathematical and enclosed letters and digits, which stand for the plain ones. */
const DRESSED = /[\uff10-\uff5a\u{1d400}-\u{1d7ff}\u2460-\u24ff\u{1f110}-\u{1f189}]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const PUNYCODE = /(?:^|\.)xn--/i;

/** The text on one line, with nothing hidden in it. */
export function revealed(text: string): string {
  return visibleText(text, { keepLines: false })
    .replace(OURS, escapeAll)
    .replace(LOOSE_MARKS, escapeAll)
    .replace(TOKENS, marked);
}

function marked(token: string): string {
  if (token.startsWith("\\")) return token;
  if (token.startsWith(" ")) return spaces(token);
  return PUNYCODE.test(token) || /[^\0-\x7f]/.test(token)
    ? `${token}${marksOf(token).join("")}`
    : token;
}

/** Blanks that would not be seen, or not how many they are. */
export function spaces({ length }: string): string {
  return `⟨×${length} spaces⟩`;
}

function marksOf(word: string): string[] {
  const marks: string[] = [];
  const isMixed = LOOK_ALIKES.filter((script) => script.test(word)).length > 1;
  if (isMixed) marks.push("⟨mixed scripts⟩");
  if (DRESSED.test(word) || (!isMixed && passesForLatin(word))) marks.push("⟨look-alike letters⟩");
  if (RIGHT_TO_LEFT.test(word)) marks.push("⟨right to left⟩");
  if (PUNYCODE.test(word)) marks.push("⟨punycode⟩");
  return marks;
}
