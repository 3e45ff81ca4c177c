import { OPINION_PHRASES, WISH_PHRASES } from "./clause-phrases.ts";
import { boundaryStrength, isNegation, markNegated, readTokens } from "./clause-words.ts";
import { OPINION_WORDS } from "./opinion-words.ts";
import { type Polarity, toPolarity } from "./polarity.ts";

/* By this length feedback has made its point, and the work stays bounded. */
const READ = 4000;
const LONGEST = 5;

const STRONGER = new Set(
  "very really so extremely super absolutely totally way much incredibly truly such".split(" "),
);
const WEAKER = new Set("slightly somewhat bit little fairly rather mostly kinda".split(" "));
/* Polite words: alone they only say that nothing is wrong. */
const FAINT = new Set(
  "ok okay fine decent alright fair right simple light thanks thank".split(" "),
);
const CONTRASTS = new Set(["but", "however", "yet"]);
const LIKING = new Set(
  "i we they really also do don't didn't doesn't not never users people".split(" "),
);
/* At the start of a clause, they ask for a change. */
const ORDERS = new Set(
  `add change remove move replace fix swap make use put show hide drop rename reorder sort split merge
  increase reduce try get rid shorten widen switch align round limit include`.split(/\s+/),
);
/* What a thing is supposed to do: saying that it does not is a complaint. */
const WORKINGS = new Set(
  `work working load loads loading open render show display respond update refresh fit match help
  scale align line save sort filter print export explain tell see read find understand get know use
  figure follow reach click scroll zoom trust believe add compare make`.split(/\s+/),
);
/* Words that "too" does not turn into a complaint. */
const FILLERS = new Set(["the", "a", "i", "it", "to", "in", "of", "for", "and", "as"]);

/* About a thing, these are complaints whatever it fails to do. */
const DENIALS = new Set(["never", "doesn't", "won't", "can't", "cannot"]);
const COMMON = new Set("it the a an i we you that this be been have has get got to any".split(" "));

interface Reading {
  readonly words: readonly string[];
  readonly negated: readonly boolean[];
  negative: number;
  positive: number;
  /** Whether this clause contains a wish. */
  wished: boolean;
}

interface Finding {
  /** How many words were read. */
  readonly length: number;
  readonly valence: number;
  readonly wish?: boolean;
}

function findPhrase(words: readonly string[], at: number): Finding | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(" ");
    if (WISH_PHRASES.has(phrase)) return { length, valence: -1.2, wish: true };
    const valence = OPINION_PHRASES.get(phrase);
    if (valence !== undefined) return { length, valence };
  }
  return undefined;
}

function beginsClause(words: readonly string[], at: number): boolean {
  const before = words[at - 1];
  return before === undefined || boundaryStrength(before) > 0 || before === "just";
}

function findExcess(words: readonly string[], at: number): Finding | undefined {
  if (words[at] !== "too") return undefined;
  const next = words[at + 1];
  if (next === undefined || boundaryStrength(next) > 0 || FILLERS.has(next)) return undefined;
  return { length: 2, valence: -2 };
}

/* "It looks like a table" expresses no liking. */
function isComparison(words: readonly string[], at: number): boolean {
  return words[at] === "like" && !LIKING.has(words[at - 1] ?? "");
}

function valenceOf(words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? "";
  if (isComparison(words, at)) return undefined;
  return FAINT.has(word) ? 0.5 : OPINION_WORDS.get(word);
}

function followsNegation(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 2), at).some(isNegation);
}

/* "The search never finds anything", "no explanation of the totals". */
function isDenied(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  if (COMMON.has(word) || boundaryStrength(word) > 0) return false;
  return DENIALS.has(before) || (before === "no" && beginsClause(words, at - 1));
}

function findWord({ words, negated }: Reading, at: number): Finding {
  const word = words[at] ?? "";
  const valence = valenceOf(words, at);
  if (valence !== undefined) return { length: 1, valence };
  // Reversed below, because a negation reaches it.
  if (negated[at] && WORKINGS.has(word) && followsNegation(words, at)) {
    return { length: 1, valence: 2 };
  }
  if (negated[at] && isDenied(words, at)) return { length: 1, valence: 1.5 };
  if (ORDERS.has(word) && beginsClause(words, at)) return { length: 1, valence: -1.2, wish: true };
  return { length: 1, valence: 0 };
}

function strengthBefore(words: readonly string[], at: number): number {
  const before = words[at - 1] ?? "";
  if (STRONGER.has(before)) return 1.3;
  return WEAKER.has(before) ? 0.8 : 1;
}

function note(reading: Reading, at: number, finding: Finding): void {
  const { words, negated } = reading;
  const turn = negated[at] ? -0.75 : 1;
  const valence = finding.valence * turn * strengthBefore(words, at);
  if (valence < 0) reading.negative -= valence;
  else if (!reading.wished) reading.positive += valence;
  if (finding.wish) reading.wished = true;
}

function readBoundary(reading: Reading, word: string): void {
  if (boundaryStrength(word) === 2) reading.wished = false;
  if (!CONTRASTS.has(word)) return;
  // The words after "but" are the actual message.
  reading.negative *= 0.6;
  reading.positive *= 0.6;
}

/**
 * The polarity of feedback as a whole, whatever its subject; a wish for a change counts against it.
 */
export function clausePolarity(text: string): Polarity {
  const words = readTokens(text.slice(0, READ)).map(({ word }) => word);
  const reading: Reading = {
    words,
    negated: markNegated(words),
    negative: 0,
    positive: 0,
    wished: false,
  };
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    readBoundary(reading, word);
    const finding = findPhrase(words, at) ?? findExcess(words, at) ?? findWord(reading, at);
    if (!isNegation(word) || finding.length > 1) note(reading, at, finding);
    at += finding.length;
  }
  const { negative, positive } = reading;
  return toPolarity(1.5 * negative - 0.8 * positive - 1, 1.5 * positive - 0.8 * negative - 1);
}
