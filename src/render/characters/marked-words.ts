import {
  FOREIGN,
  hasTwin,
  isMixed,
  passesForLatin,
  scriptsTold,
} from "../../domain/look-alikes.ts";

/*
 * Marks words whose letters pass for others, after the word. Escapes are no part of the next word:
 * `\nx` is a line end and an x. Existing marks are not repeated.
 */
const ESCAPE = String.raw`\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\[bfnrt"\\\/]`;
const LETTER = String.raw`\p{L}\p{N}\u2460-\u24ff\u{1f110}-\u{1f189}`;
const NAMES = "mixed scripts|look-alike letters|right to left|punycode";
const WORDS = new RegExp(
  `${ESCAPE}|([${LETTER}](?:[${LETTER}\\p{M}]|[_.\\-]+(?=[\\p{L}\\p{N}]))*)((?:⟨(?:${NAMES})⟩)*)`,
  "gv",
);
const ESCAPES = new RegExp(ESCAPE, "gv");

/** A mark that may appear in what is shown; any other ⟨ or ⟩ is an agent's. */
export const MARK = `⟨(?:${NAMES}|×\\d+ (?:spaces|tabs|empty lines|characters|U\\+[0-9a-f]{4}))⟩`;

/** Full-width, mathematical and enclosed letters and digits, which look like the plain ones. */
const DRESSED = /[[\uff10-\uff5a\u{1d400}-\u{1d7ff}\u2460-\u24ff\u{1f110}-\u{1f189}]--\p{Emoji}]/v;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** What right-to-left words can move. */
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}0-9]/u;
const PUNYCODE = /(?:^|\.)xn--/i;
/** A text without any of these gets no mark: one look spares one at each word. */
const SUSPECT = new RegExp(
  [FOREIGN, DRESSED, RIGHT_TO_LEFT, /[xX][nN]--/].map(({ source }) => source).join("|"),
  "v",
);
/** One mark is enough for several words in a row. */
const FOLLOWED = /⟨right to left⟩(?=[\s,.،؛:]*[\p{L}\p{M}]+⟨right to left⟩)/gu;

interface Context {
  /** The scripts of the text. */
  readonly told: ReadonlySet<RegExp>;
  readonly isReordered: boolean;
}

/** Marks in a value that has to be exact: anything odd about a word. */
export function exactWords(text: string): string {
  const context = {
    told: new Set<RegExp>(),
    isReordered: LEFT_TO_RIGHT.test(text.replace(ESCAPES, "")),
  };
  return withMarks(text, (word) => exactMarks(word, context)).replace(FOLLOWED, "");
}

/**
 * Marks in running text: what deceives. Ordinary words of any language, units of measure and a
 * Latin name with an ending in another script are left alone.
 */
export function proseWords(text: string, toldIn: () => ReadonlySet<RegExp>): string {
  let told: ReadonlySet<RegExp> | undefined;
  return withMarks(text, (word) => {
    told ??= toldIn();
    return proseMarks(word, told);
  });
}

/** The words that deceive in running text, as `spell` writes them; all else stays. */
export function spelledWords(text: string, spell: (word: string) => string): string {
  const told = scriptsTold(text);
  return text.replace(WORDS, (token: string, word: string | undefined) => {
    const isOdd = word !== undefined && /[^\0-\x7f]/.test(word);
    return isOdd && proseMarks(word, told).length > 0 ? spell(token) : token;
  });
}

function withMarks(text: string, marksOf: (word: string) => readonly string[]): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(WORDS, (token: string, word: string | undefined, there: string) => {
    if (word === undefined || (!PUNYCODE.test(word) && !/[^\0-\x7f]/.test(word))) return token;
    const marks = marksOf(word).map((name) => `⟨${name}⟩`);
    return `${token}${marks.filter((mark) => !there.includes(mark)).join("")}`;
  });
}

function exactMarks(word: string, { told, isReordered }: Context): string[] {
  const mixed = isMixed(word);
  return [
    ...(mixed ? ["mixed scripts"] : []),
    ...(DRESSED.test(word) || (!mixed && passesForLatin(word, told)) ? ["look-alike letters"] : []),
    ...(isReordered && RIGHT_TO_LEFT.test(word) ? ["right to left"] : []),
    ...(PUNYCODE.test(word) ? ["punycode"] : []),
  ];
}

function proseMarks(word: string, told: ReadonlySet<RegExp>): string[] {
  const parts = word.split(/[_.-]+/);
  const isDeceptive = parts.some((part) => isMixed(part) && hasTwin(part));
  const isDressed = parts.some((part) => DRESSED.test(part) && /[a-z]/i.test(part));
  return [
    ...(isDeceptive ? ["mixed scripts"] : []),
    ...(isDressed || (!isDeceptive && passesForLatin(word, told)) ? ["look-alike letters"] : []),
    ...(PUNYCODE.test(word) ? ["punycode"] : []),
  ];
}
