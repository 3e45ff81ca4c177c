import {
  type Boundary,
  boundaryStrength,
  isNegation,
  markNegated,
  readTokens,
} from "./clause-words.ts";
import { OPINION_WORDS } from "./opinion-words.ts";

/** A part of a text as offsets of UTF-16 code units; `from` is included, `to` is not. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The aspect is `from..to`; `others` are aspects of the same text, if known. */
export interface AspectQuery extends Span {
  readonly text: string;
  readonly others?: readonly Span[];
}

/** One place in the sequence of words around an aspect. */
export interface Place {
  readonly word: string;
  readonly negated: boolean;
  readonly boundary: Boundary;
  /** From -3 to 3, reversed by a negation; 0 if the word carries no opinion. */
  readonly valence: number;
  /** The word itself if it is a grammatical one, otherwise only its sort. */
  readonly kind: string;
}

export interface AspectContext {
  readonly places: readonly Place[];
  /** The index of the aspect in `places`. */
  readonly at: number;
  /** The words of the aspect itself. */
  readonly own: readonly string[];
}

const ASPECT = "<a>";
export const OTHER = "<o>";

/*
 * Words further away say nothing about the aspect, and reading them would make the work unbounded.
 */
const WINDOW = 1200;
const SIDE = 120;

const GRAMMATICAL = new Set(
  `a an the this that these those my our your their his her its we i you they he she it who which is
  was were are be been being am had has have having do did does will would could should can may might
  must of for with in on at to from by about over under into than as up out off around after before
  during until without within per and or but although though while however yet because since so if
  when where whereas despite except then also too not no never very really quite extremely just only
  even still more most less least rather pretty bit little much many few some any all every each both
  another same such there here what how why got get came come went go gave give made make said say
  asked ask told took take brought bring ordered order served serve seemed seem looked felt tasted us
  me them him myself other`.split(/\s+/),
);

function kindOf(word: string, valence: number): string {
  if (valence !== 0) return (valence > 0 ? "+" : "-").repeat(Math.abs(valence) >= 2 ? 2 : 1);
  if (isNegation(word)) return "not";
  if (GRAMMATICAL.has(word) || !/^\p{L}/u.test(word)) return word;
  const ending = /(?:ly|ed|ing)$/.exec(word);
  return ending === null ? "*" : `*${ending[0]}`;
}

function toPlace(word: string, negated: boolean): Place {
  const valence = (OPINION_WORDS.get(word) ?? 0) * (negated ? -1 : 1);
  const boundary = boundaryStrength(word);
  return { word, negated, boundary, valence, kind: kindOf(word, valence) };
}

function overlaps(one: Span, other: Span): boolean {
  return one.from < other.to && one.to > other.from;
}

interface Sequence {
  readonly words: string[];
  readonly own: string[];
  at: number;
  last: Span | undefined;
}

/* The aspect is placed where its first word is. */
function placeAspect(sequence: Sequence): void {
  if (sequence.at < 0) sequence.at = sequence.words.push(ASPECT) - 1;
}

function placeWord(sequence: Sequence, word: string, other: Span | undefined): void {
  if (other === undefined) sequence.words.push(/^\d/.test(word) ? "0" : word);
  else if (other !== sequence.last) sequence.words.push(OTHER);
  sequence.last = other;
}

function readSequence(query: AspectQuery): Sequence {
  const window = { from: Math.max(0, query.from - WINDOW), to: query.to + WINDOW };
  const others = (query.others ?? [])
    .filter((other) => overlaps(other, window) && !overlaps(other, query))
    .slice(0, SIDE);
  const sequence: Sequence = { words: [], own: [], at: -1, last: undefined };
  for (const token of readTokens(query.text.slice(window.from, window.to))) {
    const span = { from: token.from + window.from, to: token.to + window.from };
    if (overlaps(span, query)) {
      placeAspect(sequence);
      sequence.own.push(token.word);
    } else {
      const other = others.find((one) => overlaps(span, one));
      placeWord(sequence, token.word, other);
    }
  }
  placeAspect(sequence);
  return sequence;
}

/** The words around an aspect; the aspect and each other aspect become one place. */
export function readContext(query: AspectQuery): AspectContext {
  const { words, own, at } = readSequence(query);
  const first = Math.max(0, at - SIDE);
  const kept = words.slice(first, at + SIDE + 1);
  const negated = markNegated(kept);
  const places = kept.map((word, index) => toPlace(word, negated[index] ?? false));
  return { places, at: at - first, own: own.slice(0, 8) };
}
