import type { Definition } from "../../ports/model/understanding.ts";
import { overlapOf } from "./evidence.ts";
import { roundShare } from "./read-parts.ts";

/*
 * How the two engines are put together. `m` is the model's own score, `e` the embedded engine's,
 * `s` the part of the model's requirements that the person's words support, `a` the agreement:
 *
 *   a     = 0.4 × overlap of the requirements (F1) + 0.3 × same verdict on sufficiency + 0.3 × (1 − |m − e|)
 *   score = min((0.6 × m × s + 0.4 × e) × (1 − 0.25 × (1 − a)), e + 0.25)
 *
 * The last bound is what words that talk a model over come up against: what the embedded engine finds
 * in the conversation does not change by them. Where it does not understand the language it is no
 * evidence: the score is 0.85 × m × s then, and there is no agreement to tell.
 */

const OVERLAP = 0.4;
const VERDICT = 0.3;
const DISTANCE = 0.3;
const OF_MODEL = 0.6;
const DISAGREED = 0.25;
const MOST_LIFT = 0.25;
const UNCHECKED = 0.85;
/** From this similarity on, two descriptions are of the same requirement. */
const SAME = 0.6;

/** What the two are compared by. */
export interface Reading {
  readonly score: number;
  readonly isSufficient: boolean;
  readonly descriptions: readonly string[];
}

export function readingOf({ specification, is_sufficient }: Definition): Reading {
  return {
    score: specification.confidence.score,
    isSufficient: is_sufficient,
    descriptions: specification.requirements.map(({ description }) => description),
  };
}

/** 0 to 1: how far two readings of one conversation agree. */
export function agreementOf(one: Reading, other: Reading): number {
  const overlap = overlapOfLists(one.descriptions, other.descriptions, isSame);
  const verdict = one.isSufficient === other.isSufficient ? 1 : 0;
  const distance = Math.abs(one.score - other.score);
  return roundShare(OVERLAP * overlap + VERDICT * verdict + DISTANCE * (1 - distance));
}

export interface Scores {
  readonly model: number;
  readonly embedded: number;
  readonly support: number;
  /** Absent if the embedded engine does not understand the language. */
  readonly agreement: number | undefined;
}

export function blendScores({ model, embedded, support, agreement }: Scores): number {
  if (agreement === undefined) return roundShare(UNCHECKED * model * support);
  const mean = OF_MODEL * model * support + (1 - OF_MODEL) * embedded;
  const score = mean * (1 - DISAGREED * (1 - agreement));
  return roundShare(Math.min(score, embedded + MOST_LIFT));
}

function isSame(one: string, other: string): boolean {
  return overlapOf(one, other) >= SAME;
}

/** F1 of two lists, matching each element with its first free equal; 1 for two empty lists. */
export function overlapOfLists(
  some: readonly string[],
  others: readonly string[],
  areSame: (one: string, other: string) => boolean,
): number {
  if (some.length + others.length === 0) return 1;
  const free = [...others];
  let common = 0;
  for (const one of some) {
    const at = free.findIndex((other) => areSame(one, other));
    if (at === -1) continue;
    free.splice(at, 1);
    common += 1;
  }
  return (2 * common) / (some.length + others.length);
}
