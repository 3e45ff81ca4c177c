import { type AspectContext, OTHER, type Place } from "./aspect-context.ts";
import { type AddFeature, bucketOf, type Side } from "./side-features.ts";

/* "The fish, the rice and our soup were cold": words between an aspect and its opinion. */
const LISTED = new Set(
  "<o> and or & , the a an our their my his her your of / some both all as well".split(" "),
);
const COPULAS = new Set(
  `is was were are be been isn't wasn't weren't aren't seemed seems looked looks tasted tastes felt
  feels came comes had has gets got can could will would did does do didn't doesn't`.split(/\s+/),
);
const ADVERBS = new Set(
  `very really so quite extremely just only even still rather pretty bit little also too a absolutely
  always more most as the`.split(/\s+/),
);
const CONTRASTS = new Set(["but", "although", "though", "while", "however"]);
const PRONOUNS = new Set(["we", "i", "you", "they", "he", "she", "us", "me"]);

function kinds(places: readonly Place[], from: number, to: number): string {
  const found = places.slice(Math.max(0, from), Math.max(0, to));
  return found.map(({ kind }) => kind).join(" ");
}

/* The first index from `start`, forwards or backwards, with a word that is not in `skipped`. */
function skip(places: readonly Place[], start: number, { words, step, most }: Skip): number {
  let index = start;
  for (let count = 0; count < most; count++) {
    const place = places[index];
    if (place === undefined || !words.has(place.word)) break;
    index += step;
  }
  return index;
}

interface Skip {
  readonly words: ReadonlySet<string>;
  readonly step: 1 | -1;
  readonly most: number;
}

/** The sorts of words before, after and around the aspect, up to four of them. */
export function addShapes({ places, at }: AspectContext, add: AddFeature): void {
  for (let length = 1; length <= 4; length++) {
    add(`ar:${kinds(places, at + 1, at + 1 + length)}`);
    add(`al:${kinds(places, at - length, at)}`);
  }
  add(`am:${kinds(places, at - 1, at + 2)}`);
  add(`an:${kinds(places, at - 2, at + 3)}`);
  add(`ao:${kinds(places, at - 1, at + 3)}`);
  add(`ap:${kinds(places, at - 2, at + 2)}`);
}

function addComplement(places: readonly Place[], verb: number, add: AddFeature): void {
  if (!COPULAS.has(places[verb]?.word ?? "")) return;
  add("cop");
  const said = places[skip(places, verb + 1, { words: ADVERBS, step: 1, most: 4 })];
  if (said === undefined) return;
  add(`cw:${said.negated ? "!" : ""}${said.word}`);
  add(`ck:${said.kind}`);
}

/** Opinions about a list that contains the aspect. */
export function addLists({ places, at }: AspectContext, add: AddFeature): void {
  const after = skip(places, at + 1, { words: LISTED, step: 1, most: 12 });
  if (after > at + 1) {
    add(`fr:${places[after]?.word ?? ""}`);
    add(`fs:${kinds(places, after, after + 2)}`);
    add(`ft:${kinds(places, after, after + 3)}`);
  }
  addComplement(places, after, add);
  const before = skip(places, at - 1, { words: LISTED, step: -1, most: 12 });
  if (before < at - 1) {
    add(`fl:${places[before]?.word ?? ""}`);
    add(`fm:${kinds(places, before - 1, before + 1)}`);
    add(`fn:${kinds(places, before - 2, before + 1)}`);
  }
}

interface Course {
  readonly side: Side;
  readonly step: 1 | -1;
}

function addNearestOn(
  { places, at }: AspectContext,
  { side, step }: Course,
  add: AddFeature,
): void {
  let [found, others, boundary] = [0, 0, 0];
  for (let index = at + step; found < 2; index += step) {
    const place = places[index];
    if (place === undefined) break;
    if (place.word === OTHER) others += 1;
    boundary = Math.max(boundary, place.boundary);
    if (place.valence === 0) continue;
    const name = `n${side}${found}:${place.kind}:`;
    add(`${name}${boundary}:${Math.min(others, 2)}`);
    add(`${name}d${bucketOf(Math.abs(index - at))}`);
    add(`n${side}${found}:${place.kind.charAt(0)}:${boundary}`);
    found += 1;
  }
  if (found === 0) add(`n${side}:none`);
}

/** The nearest opinion on either side of the aspect, and the words in between. */
export function addNearest(context: AspectContext, add: AddFeature): void {
  addNearestOn(context, { side: "l", step: -1 }, add);
  addNearestOn(context, { side: "r", step: 1 }, add);
}

/* The index of the nearest separator of at least this strength on one side. */
function edgeOf(places: readonly Place[], start: number, step: 1 | -1): number {
  let index = start;
  while ((places[index]?.boundary ?? 2) < 2) index += step;
  return index;
}

function sumValences(places: readonly Place[], from: number, to: number): number {
  const found = places.slice(Math.max(0, from), Math.max(0, to));
  return found.reduce((sum, { valence, negated }) => sum + valence * (negated ? 0.7 : 1), 0);
}

function clamp(value: number): number {
  return Math.max(-3, Math.min(3, Math.round(value)));
}

/**
 * How the aspect's clause begins, ends and sounds as a whole, and whether it contrasts with others.
 */
export function addClause({ places, at }: AspectContext, add: AddFeature): void {
  const left = edgeOf(places, at - 1, -1);
  const right = edgeOf(places, at + 1, 1);
  const opening = places[left]?.word ?? "";
  const closing = places[right]?.word ?? "";
  add(`cl:${opening}`);
  add(`cb:${kinds(places, left + 1, left + 3)}`);
  add(`cr:${closing}`);
  add(`cp:${Math.min(at - left, 6)}`);
  add(`cs:${clamp(sumValences(places, left + 1, right) / 1.5)}`);
  add(`ss:${clamp(sumValences(places, 0, places.length) / 2)}`);
  if (CONTRASTS.has(opening)) {
    const before = sumValences(places, edgeOf(places, left - 1, -1) + 1, left);
    add(`bp:${Math.sign(before)}`);
  }
  if (CONTRASTS.has(closing) || places[right + 1]?.word === "but") add("bn");
}

/** Who does what to the aspect: "we asked for the bill" says nothing about the bill. */
export function addActions({ places, at }: AspectContext, add: AddFeature): void {
  let start = at;
  while ((places[start - 1]?.boundary ?? 2) === 0) start -= 1;
  const before = places.slice(start, at);
  const plain = before.filter(({ kind, word }) => kind === word).map(({ word }) => word);
  add(`pl:${plain.slice(-4).join(" ")}`);
  add(`pm:${plain.slice(0, 3).join(" ")}`);
  const doer = before.findLastIndex(({ word }) => PRONOUNS.has(word));
  if (doer < 0) return;
  const verb = before[doer + 1]?.word ?? "";
  add(`pr:${before[doer]?.word}`);
  add(`pv:${before[doer]?.word}_${verb}`);
  add(`vb:${verb}`);
}
