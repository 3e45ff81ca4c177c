import { alternatives, branchOf, CJK } from "./phrase-pattern.ts";

/** Where one of some phrases stands in a text: the first place, and there the longest phrase. */
export interface PhraseFinder {
  readonly test: (text: string) => boolean;
  readonly find: (text: string) => { readonly from: number; readonly to: number } | undefined;
}

interface Candidate {
  readonly phrase: string;
  /** Made once a text has its first word. */
  pattern?: RegExp;
}

/** A word of a text, in lower case. */
interface Run {
  readonly word: string;
  readonly lead: string;
  readonly index: number;
}

/** A first word that may go on is found by so many letters. */
const LEAD = 3;

/**
 * One pattern of all phrases does the same, but to compile those of every language takes a second, and
 * a text has the first words of few.
 */
export function phraseFinder(phrases: readonly string[]): PhraseFinder {
  const byWord = new Map<string, Candidate[]>();
  const byLead = new Map<string, Candidate[]>();
  const others: string[] = [];
  for (const phrase of [...phrases].sort((one, other) => other.length - one.length)) {
    const [, run, goesOn] = CJK.test(phrase) ? [] : (/^(\p{L}+)(\*?)/u.exec(phrase) ?? []);
    if (run === undefined || (goesOn === "*" && run.length < LEAD)) {
      others.push(phrase);
      continue;
    }
    const [index, key] = goesOn === "*" ? [byLead, run.slice(0, LEAD)] : [byWord, run];
    const lower = key.toLowerCase();
    index.set(lower, [...(index.get(lower) ?? []), { phrase }]);
  }
  const rest = others.length === 0 ? undefined : new RegExp(alternatives(others), "iu");

  const placeOf = (text: string) => {
    for (const { word, lead, index } of runsOf(text)) {
      const [exact, begun] = [byWord.get(word), byLead.get(lead)];
      if (exact === undefined && begun === undefined) continue;
      const length = Math.max(longestAt(text, index, exact), longestAt(text, index, begun));
      if (length > 0) return { from: index, to: index + length };
    }
    return undefined;
  };
  const find: PhraseFinder["find"] = (text) => {
    const found = placeOf(text);
    const other = rest?.exec(text);
    if (!other || (found !== undefined && found.from <= other.index)) return found;
    return { from: other.index, to: other.index + other[0].length };
  };
  return { find, test: (text) => placeOf(text) !== undefined || rest?.test(text) === true };
}

/** The phrases stand longest first. */
function longestAt(text: string, index: number, candidates: readonly Candidate[] = []): number {
  for (const candidate of candidates) {
    candidate.pattern ??= new RegExp(branchOf(candidate.phrase), "iuy");
    candidate.pattern.lastIndex = index;
    const [found] = candidate.pattern.exec(text) ?? [];
    if (found !== undefined) return found.length;
  }
  return 0;
}

let lastRead: { readonly text: string; readonly runs: readonly Run[] } | undefined;

/** A text is looked at for the phrases of many lists, one after the other. */
function runsOf(text: string): readonly Run[] {
  if (lastRead?.text !== text) {
    const found = text.matchAll(/\p{L}+/gu);
    const runs = Array.from(found, ({ 0: run, index }) => {
      const word = run.toLowerCase();
      return { word, lead: word.slice(0, LEAD), index };
    });
    lastRead = { text, runs };
  }
  return lastRead.runs;
}
