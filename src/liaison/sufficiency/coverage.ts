import type { Clarification } from "../../domain/liaison/liaison.ts";
import { slotKindOf } from "../cases/library.ts";
import { type Detail, isSameDetail } from "../questions/detail.ts";
import { isTold, type ToldFacts } from "../questions/told-facts.ts";

export interface Coverage {
  /** 0 to 1: how much of what such a task needs is known, by weight. */
  readonly share: number;
  /** Unknown details, most important first. */
  readonly missing: readonly Detail[];
  readonly known: number;
  readonly expected: number;
}

/** Less important ones may stay open. */
const LEAST_IMPORTANCE = 0.4;
const MAX_EXPECTED = 7;
/** Weight of a detail that nobody gave, but the person let pass. */
const ASSUMED_WEIGHT = 0.6;
/** It is settled, yet nothing was learned: leaving everything to us does not make a task clear. */
const LEFT_WEIGHT = 0.7;
const GOAL_WEIGHT = 1;

interface CoverageInput {
  readonly details: readonly Detail[];
  readonly facts: ToldFacts;
  readonly clarifications: readonly Clarification[];
  readonly hasGoal: boolean;
}

/** How much is known of what this kind of task needs; details left to us are settled in part. */
export function coverageOf(input: CoverageInput): Coverage {
  const expected = input.details
    .filter(({ importance }) => importance >= LEAST_IMPORTANCE)
    .slice(0, MAX_EXPECTED);
  let [settled, total, known] = [input.hasGoal ? GOAL_WEIGHT : 0, GOAL_WEIGHT, 0];
  const missing: Detail[] = [];
  for (const detail of expected) {
    const share = settledShare(detail, input);
    settled += detail.importance * share;
    total += detail.importance;
    if (share > 0) known += 1;
    else missing.push(detail);
  }
  missing.sort((one, other) => other.importance - one.importance);
  return { share: settled / total, missing, known, expected: expected.length };
}

function settledShare(detail: Detail, { facts, clarifications }: CoverageInput): number {
  if (isTold(detail, facts)) return 1;
  const asked = clarifications.find(({ topic }) =>
    isSameDetail({ topic, kind: slotKindOf(topic) }, detail),
  );
  if (asked === undefined || asked.status === "open") return 0;
  if (asked.status === "answered") return 1;
  return asked.status === "assumed" ? ASSUMED_WEIGHT : LEFT_WEIGHT;
}
