/** A word, number or run of punctuation in lower case, with its place in the text. */
export interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/**
 * How strongly a word separates clauses: not at all, weakly like "and" and ",", or strongly like
 * "but" and ".".
 */
export type Boundary = 0 | 1 | 2;

const TOKEN = /\p{L}+(?:['’]\p{L}+)?|\d+|\$|[^\s\p{L}\d]+/gu;
const LETTER = /^\p{L}/u;
const STRONG = new Set(
  `but although though while however yet except whereas despite unfortunately otherwise because
  since so`.split(/\s+/),
);
const WEAK = new Set(
  "and or which who that when where if as until after before then with".split(" "),
);
const NEGATIONS = new Set(
  `not no never none nothing neither nor hardly barely without lacking lacked dont didnt wasnt isnt
  couldnt cant cannot wont doesnt`.split(/\s+/),
);
/* A negation reaches this many words, or up to the next comma. */
const REACH = 4;

/** The tokens of a text in order. */
export function readTokens(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({
    word: match[0].toLowerCase().replace("’", "'"),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

export function boundaryStrength(word: string): Boundary {
  if (STRONG.has(word)) return 2;
  if (WEAK.has(word)) return 1;
  if (LETTER.test(word) || "<0$'\"".includes(word.charAt(0))) return 0;
  return ".;:!?(-".includes(word.charAt(0)) ? 2 : 1;
}

export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't");
}

/** For each word, whether an earlier negation in the same clause reaches it. */
export function markNegated(words: readonly string[]): boolean[] {
  let left = 0;
  return words.map((word) => {
    if (isNegation(word)) {
      left = REACH;
      return false;
    }
    if (boundaryStrength(word) === 2 || word.startsWith(",")) left = 0;
    left -= 1;
    return left >= 0;
  });
}
