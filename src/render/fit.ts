import { segment } from "./characters/segment.ts";

/**
 * How many columns a terminal uses for what a person sees as one character; close enough to wrap
 * lines. An emoji of several parts, with a skin colour or joined to a family, counts as one.
 */
function width(character: string): number {
  if (WIDE.test(character)) return 2;
  return /[^\p{M}\p{Cf}]/u.test(character) ? 1 : 0;
}

/** The selector after a picture that shows it as an emoji, and anything that is wide by itself. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{3000}-\u{303f}\u{30fb}\u{30fc}\u{ff01}-\u{ff60}]|\u{fe0f}/u;

const PLAIN = /^[ -~]*$/;

function characters(text: string): Iterable<string> {
  return PLAIN.test(text) ? text : Array.from(segment(text), (one) => one.segment);
}

export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let total = 0;
  for (const character of characters(text)) total += width(character);
  return total;
}

/** The text in lines of at most `columns`, broken between words if possible; tabs become blanks. */
export function wrapText(text: string, columns: number): string[] {
  return text
    .replaceAll("\t", "    ")
    .split("\n")
    .flatMap((line) => wrapLine(line, Math.max(columns, 2)));
}

function wrapLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    if (textWidth(current + word.trimEnd()) <= columns) {
      current += word;
      continue;
    }
    if (current !== "") lines.push(current.trimEnd());
    const pieces = cutWord(word, columns);
    current = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  lines.push(current.trimEnd());
  return lines;
}

function cutWord(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let current = "";
  let taken = 0;
  for (const character of characters(word)) {
    if (taken + width(character) > columns) {
      pieces.push(current);
      current = "";
      taken = 0;
    }
    current += character;
    taken += width(character);
  }
  return [...pieces, current];
}

/** Pads with blanks to `columns`. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - textWidth(text), 0));
}
