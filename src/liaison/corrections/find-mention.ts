import { contentOf, shareIn, stemOf } from "../text/words.ts";
import { type TypedValue, typedValues } from "../values/typed-values.ts";
import type { KnownLanguage } from "../values/value-words.ts";
import { correctionForms } from "./correction-words.ts";
import { type Piece, valuesOf } from "./pieces.ts";

/** Where something was said earlier. */
export interface Mention {
  readonly piece: Piece;
  readonly start: number;
  readonly end: number;
  /** The value there, if it is one that has a type. */
  readonly value?: TypedValue;
}

const MAX_MENTIONS = 20;

/** All mentions of what a correction names, newest first: as a value, in its words, by its stems. */
export function findMentions(
  named: string,
  history: readonly Piece[],
  language: KnownLanguage,
): readonly Mention[] {
  const old = named.trim();
  const bare = old.replace(correctionForms(language).articles, "");
  if (bare === "") return [];
  const [typed, ...others] = typedValues(bare, language);
  if (typed === undefined && contentOf(bare).size === 0) return [];
  const isValue =
    typed !== undefined && others.length === 0 && typed.text.length * 2 >= bare.length;
  return history
    .toReversed()
    .flatMap((piece) => {
      const own = isValue ? byValue(piece, typed, language) : [];
      return own.length > 0 ? own : byWords(piece, bare);
    })
    .filter((mention) => !isDenied(mention, language))
    .slice(0, MAX_MENTIONS);
}

function byValue(piece: Piece, old: TypedValue, language: KnownLanguage): readonly Mention[] {
  return valuesOf(piece, language)
    .filter((value) => isMeant(old, value))
    .map((value) => ({ piece, start: value.start, end: value.end, value }));
}

/** Whether a value that is named may be another one: "the 12th" may be "December 12". */
export function isMeant(named: TypedValue, value: TypedValue): boolean {
  if (named.type === "date" && value.type === "date") {
    if (named.same === value.same) return true;
    const pairs = [
      [named.weekday, value.weekday],
      [named.day, value.day],
      [named.month, value.month],
    ] as const;
    const told = pairs.filter(([one]) => one !== undefined);
    return told.length > 0 && told.every(([one, other]) => one?.value === other?.value);
  }
  if (named.type === "number" && named.number !== undefined) {
    return (
      named.number.value === value.number?.value || named.same.slice(7) === value.same.split(":")[0]
    );
  }
  return named.type === value.type && named.same === value.same;
}

const WORD = /[\p{L}\p{N}]+(?:['’.&+#/_-][\p{L}\p{N}]+)*/gu;

function byWords(piece: Piece, old: string): readonly Mention[] {
  const at = piece.text.toLowerCase().indexOf(old.toLowerCase());
  if (at !== -1 && isWhole(piece.text, at, old.length)) {
    return [{ piece, start: at, end: at + old.length }];
  }
  const wanted = contentOf(old);
  if (wanted.size === 0) return [];
  const words = [...piece.text.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    isWanted: wanted.has(stemOf(match[0].toLowerCase())),
    stem: stemOf(match[0].toLowerCase()),
  }));
  for (const [index, { start, isWanted }] of words.entries()) {
    if (!isWanted) continue;
    const near = words.slice(index, index + wanted.size + 1).filter((word) => word.isWanted);
    const stems = new Set(near.map(({ stem }) => stem));
    if (stems.size === wanted.size) return [{ piece, start, end: near.at(-1)?.end ?? start }];
  }
  return [];
}

function isWhole(text: string, at: number, length: number): boolean {
  const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
  const [before, after] = [text.charAt(at - 1), text.charAt(at + length)];
  const isLetter = (one: string) => /[\p{L}\p{N}]/u.test(one) && !unspaced.test(one);
  return !isLetter(before) && !isLetter(after);
}

/** "No charts" mentions charts, and does not want them. */
function isDenied({ piece, start }: Mention, language: KnownLanguage): boolean {
  return correctionForms(language).negated.test(piece.text.slice(Math.max(0, start - 40), start));
}

/** Whether most of a piece is about what was named. */
export function isMostOf(piece: Piece, named: string): boolean {
  return shareIn(contentOf(piece.text), contentOf(named)) >= 0.6;
}
