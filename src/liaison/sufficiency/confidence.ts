import type { SpecificationConfidence } from "../../domain/liaison/task-specification.ts";
import { nameIn } from "../wording/asked-in.ts";
import type { Wording } from "../wording/wording.ts";
import type { Coverage } from "./coverage.ts";

export interface ConfidenceInput {
  /** The probability that the request itself is too vague, as learned from examples. */
  readonly vagueness: number;
  readonly coverage: Coverage;
  readonly hedges: number;
  readonly contradictions: number;
  /** How many exact things were said. */
  readonly exactness: number;
  readonly isConfirmed: boolean;
  readonly hasGoal: boolean;
  readonly isUnderstood: boolean;
  /** Nothing was asked yet. */
  readonly isOpening: boolean;
  /** At first they do not know, or do not say, what they want. */
  readonly isUnsure: boolean;
}

const CONTRADICTION_COST = 0.35;
const CONFIRMATION = 0.5;
/** Nothing is certain, and nothing that names a goal is worthless. */
const MOST = 0.99;
const WITHOUT_GOAL = 0.2;
const FOREIGN = 0.3;
/** Nobody begins without asking for such a detail once. */
const ESSENTIAL = 0.85;
const LACKING = 0.78;
/** Who does not know what they want is helped along first. */
export const UNSURE = 0.6;
/** With everything known and nothing exact, so much is left to doubt. */
const DOUBT = 0.1;
const EXACTNESS_SCALE = 6;
/** What is missing weighs more in a request that reads as vague. */
const VAGUE_COST = 0.1;
/** Who says so much means what they say: what they left out matters less. */
const FEW_EXACT = 7;
const MANY_EXACT = 16;
const MUCH_EXACT = 12;
const MOST_EXCUSED = 0.85;

/**
 * The engine's own score: 1 without the weight of what is missing. It rises with every fact and
 * falls by contradictions alone; a confirmation settles half of the rest.
 */
export function confidenceOf(input: ConfidenceInput, wording: Wording): SpecificationConfidence {
  const { coverage, contradictions, exactness } = input;
  const excused = MOST_EXCUSED * clamp((exactness - FEW_EXACT) / (MANY_EXACT - FEW_EXACT));
  const open = 1 - coverage.share;
  const missing = Math.min(1, open * (1 - excused + VAGUE_COST * input.vagueness));
  const consistency = Math.max(0, 1 - CONTRADICTION_COST * contradictions);
  const specificity = 1 - Math.exp(-exactness / EXACTNESS_SCALE);
  const own = (1 - missing) * (1 - DOUBT * (1 - specificity)) * consistency;
  const confirmed = input.isConfirmed ? own + (1 - own) * CONFIRMATION * consistency : own;
  const score = Math.min(confirmed, MOST, mostFor(input));
  return {
    score: rounded(score),
    reasoning: reasoningOf(input, wording),
    confidence_factors: {
      clarity: rounded(1 - missing),
      completeness: rounded(coverage.share),
      consistency: rounded(consistency),
      specificity: rounded(specificity),
      certainty: rounded(1 - input.hedges),
    },
  };
}

function mostFor({ hasGoal, isUnderstood, ...input }: ConfidenceInput): number {
  if (!isUnderstood) return FOREIGN;
  if (!hasGoal) return WITHOUT_GOAL;
  const { coverage, exactness, isOpening, isUnsure } = input;
  const isAskedFor = isOpening && exactness < MUCH_EXACT;
  const lacks = coverage.missing.some(({ importance }) => importance >= ESSENTIAL);
  return isUnsure || (isAskedFor && lacks) ? LACKING : 1;
}

function reasoningOf(input: ConfidenceInput, wording: Wording): string {
  const { coverage, hasGoal, hedges, contradictions: count } = input;
  const { say, list } = wording;
  if (!input.isUnderstood) return say("sure.foreign");
  if (!hasGoal) return say("why.no.task");
  const { known, expected } = coverage;
  const missing = coverage.missing.slice(0, 4).map(({ topic }) => nameIn(wording, topic));
  const topics = list([...new Set(missing)]);
  const parts = [
    say("sure.known", { known, expected }),
    topics === "" ? "" : say("sure.missing", { topics }),
    hedges >= 0.3 ? say("sure.doubt") : "",
    count === 0 ? "" : say("sure.contradictions", { count }),
    input.isConfirmed ? say("sure.confirmed") : "",
  ];
  return `${parts.filter((part) => part !== "").join("; ")}.`;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function rounded(value: number): number {
  return Math.round(clamp(value) * 1000) / 1000;
}

/** A specification with at least this score is enough to begin. */
export const SUFFICIENT = 0.8;
/** How sure the learned reading of openings must be to overrule the count of what is known. */
const SURE = 0.7;

/** The score once the learned reading of an opening has had its say: enough, not enough, or as it was. */
export function settledScore(readiness: number, score: number): number {
  if (readiness >= SURE) return Math.max(score, SUFFICIENT);
  return readiness <= 1 - SURE ? Math.min(score, LACKING) : score;
}
