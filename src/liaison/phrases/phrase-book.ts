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
  const found: Match<Kind>[] = [];
  for (const { kind, parts } of phrases ?? []) {
    const shortest = parts.length === 1 ? start + 1 : start + 2;
    for (const end of endsOf(parts, words, start)) if (end >= shortest) found.push({ end, kind });
  }
  return found;
}

/** Asked for each phrase of each word that is read: most fail at once. */
function endsOf(
  parts: readonly Part[],
  words: readonly string[],
  start: number,
): readonly number[] {
  let ends: readonly number[] = [start];
  for (const part of parts) {
    const next = part.isOptional ? [...ends] : [];
    for (const end of ends) addEnds(next, part, { words, at: end });
    if (next.length === 0) return next;
    ends = next;
  }
  return ends;
}

interface Place {
  readonly words: readonly string[];
  readonly at: number;
}

/** Adds each end that is not among them. */
function addEnds(ends: number[], { ways }: Part, { words, at }: Place): void {
  const add = (end: number) => {
    if (!ends.includes(end)) ends.push(end);
  };
  if (ways === "any") {
    const last = Math.min(at + MOST_ANY, words.length);
    for (let end = at + 1; end <= last; end++) add(end);
    return;
  }
  for (const way of ways) {
    if (way.every((word, index) => words[at + index] === word)) add(at + way.length);
  }
}
