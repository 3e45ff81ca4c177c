import { tokensOf } from "./pieces.ts";

/*
 * A phrase is written as parts between spaces: `a|b` is either, `a?` may be missing, `*` stands for
 * one to five words of any kind. What has several parts is never a single word: "hasta luego" is a
 * farewell and "hasta" is not, though each of its parts may be missing elsewhere.
 */

/** The ways to say it, each as its words; "any" of a few words. */
interface Part {
  readonly ways: readonly (readonly string[])[] | "any";
  readonly isOptional: boolean;
}

interface Phrase<Kind> {
  readonly kind: Kind;
  readonly parts: readonly Part[];
}

/** Phrases by each word that can come first. */
export type PhraseBook<Kind> = ReadonlyMap<string, readonly Phrase<Kind>[]>;

/** Where a phrase of a kind ends that begins at a certain word. */
interface Match<Kind> {
  readonly end: number;
  readonly kind: Kind;
}

const MOST_ANY = 5;

export function phraseBook<Kind extends string>(
  lists: readonly Readonly<Partial<Record<Kind, readonly string[]>>>[],
): PhraseBook<Kind> {
  const book = new Map<string, Phrase<Kind>[]>();
  for (const phrases of lists) {
    for (const kind in phrases) {
      for (const text of phrases[kind] ?? []) {
        const phrase = { kind, parts: text.split(" ").map(partOf) };
        for (const word of firstWords(phrase.parts)) {
          book.set(word, [...(book.get(word) ?? []), phrase]);
        }
      }
    }
  }
  return book;
}

function partOf(text: string): Part {
  const isOptional = text.endsWith("?");
  const bare = isOptional ? text.slice(0, -1) : text;
  if (bare === "*") return { ways: "any", isOptional };
  const ways = bare.split("|").map((way) => tokensOf(way).map(({ word }) => word));
  return { ways, isOptional };
}

function firstWords(parts: readonly Part[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { ways, isOptional } of parts) {
    if (ways !== "any") for (const [word] of ways) if (word !== undefined) found.add(word);
    if (!isOptional) break;
  }
  return found;
}

/** All phrases that begin at a word. */
export function matchesAt<Kind>(
  book: PhraseBook<Kind>,
  words: readonly string[],
  start: number,
): readonly Match<Kind>[] {
  const first = words[start];
  const phrases = first === undefined ? undefined : book.get(first);
  return (phrases ?? []).flatMap(({ kind, parts }) =>
    [...endsOf(parts, words, start)]
      .filter((end) => parts.length === 1 || end > start + 1)
      .map((end) => ({ end, kind })),
  );
}

function endsOf(
  parts: readonly Part[],
  words: readonly string[],
  start: number,
): ReadonlySet<number> {
  let ends = new Set([start]);
  for (const part of parts) {
    const next = new Set(part.isOptional ? ends : []);
    for (const end of ends)
      for (const length of lengthsOf(part, words, end)) next.add(end + length);
    if (next.size === 0) return next;
    ends = next;
  }
  ends.delete(start);
  return ends;
}

function lengthsOf({ ways }: Part, words: readonly string[], at: number): readonly number[] {
  if (ways === "any") {
    return Array.from({ length: Math.min(MOST_ANY, words.length - at) }, (_, index) => index + 1);
  }
  return ways
    .filter((way) => way.every((word, index) => words[at + index] === word))
    .map((way) => way.length);
}
