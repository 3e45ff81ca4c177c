/*
 * Models repeat words with other spaces, quotation marks and case. The span covers what was really
 * said, so results stay verbatim.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Folded {
  readonly text: string;
  /** For each unit of the text, the start and end of the character that it came from. */
  readonly spans: readonly Span[];
}

const SAME: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2013": "-",
};
const HIDDEN = /^[\p{Cf}\p{Cc}]$/u;
const SPACE = /^\s$/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
const OUTER = /^["'«»“”‘’…\s]+|["'«»“”‘’….\s]+$/gu;

/** Finds a quote in a text as whole words; undefined if it is not there. */
export function createSpanFinder(content: string): (quote: string) => Span | undefined {
  let folded: Folded | undefined;
  return (quote) => {
    folded ??= fold(content);
    return findIn(folded, fold(quote.replace(OUTER, "")).text);
  };
}

function findIn({ text, spans }: Folded, wanted: string): Span | undefined {
  if (!WORD.test(wanted)) return undefined;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const to = at + wanted.length;
    const [first, last] = [spans[at], spans[to - 1]];
    const isWhole = !isInWord(text, at) && !isInWord(text, to);
    if (isWhole && first !== undefined && last !== undefined) {
      return { start: first.start, end: last.end };
    }
  }
  return undefined;
}

function isInWord(text: string, at: number): boolean {
  return WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at));
}

function fold(content: string): Folded {
  const units: string[] = [];
  const spans: Span[] = [];
  let start = 0;
  for (const character of content) {
    const end = start + character.length;
    const folded = foldCharacter(character);
    const isSecondSpace = folded === " " && units.at(-1) === " ";
    if (!isSecondSpace) {
      for (const unit of folded) {
        for (let index = 0; index < unit.length; index++) spans.push({ start, end });
        units.push(unit);
      }
    }
    start = end;
  }
  return { text: units.join(""), spans };
}

function foldCharacter(character: string): string {
  if (SPACE.test(character)) return " ";
  if (HIDDEN.test(character)) return "";
  return SAME[character] ?? character.toLowerCase();
}
