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

/** Less important ones may stay open: they are assumed. */
const LEAST_IMPORTANCE = 0.65;
const MAX_EXPECTED = 5;
/** It is settled, yet nothing was learned. */
const LEFT_WEIGHT = 0.6;
const GOAL_WEIGHT = 2;

interface CoverageInput {
  readonly details: readonly Detail[];
  readonly facts: ToldFacts;
  readonly clarifications: readonly Clarification[];
  /** 0 to 1: how well the words say what is to be done at all. */
  readonly goal: number;
}

/** How much is known of what this kind of task needs; details left to us are settled in part. */
export function coverageOf(input: CoverageInput): Coverage {
  const expected = input.details
    .filter(({ importance }) => importance >= LEAST_IMPORTANCE)
    .slice(0, MAX_EXPECTED);
  let [settled, total, known] = [GOAL_WEIGHT * input.goal, GOAL_WEIGHT, 0];
  const missing: Detail[] = [];
  for (const detail of expected) {
    const share = settledShare(detail, input);
    const weight = detail.importance ** 2;
    settled += weight * share;
    total += weight;
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
  return asked.status === "answered" ? 1 : LEFT_WEIGHT;
}
