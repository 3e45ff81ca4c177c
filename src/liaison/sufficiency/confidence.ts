import type { SpecificationConfidence } from "../../domain/liaison/task-specification.ts";
import type { Coverage } from "./coverage.ts";

export interface ConfidenceInput {
  /** The probability that the person's words are too vague. */
  readonly vagueness: number;
  readonly coverage: Coverage;
  readonly hedges: number;
  readonly contradictions: number;
  /** Kinds of details and examples that were given. */
  readonly specifics: number;
  readonly isConfirmed: boolean;
  readonly hasGoal: boolean;
  readonly isUnderstood: boolean;
}

const CONTRADICTION_COST = 0.35;
const HEDGE_COST = 0.3;
const CONFIRMATION = 0.5;
/** How much open details matter if the words read as clear; if vague, they matter fully. */
const CLEAR_RISK = 0.15;
/** Nothing is certain, and nothing that names a goal is worthless. */
const MOST = 0.99;
const WITHOUT_GOAL = 0.2;
const FOREIGN = 0.3;
const SPECIFICS_SCALE = 4;

/**
 * The engine's own score. What is unknown counts by how vague the words are. Contradictions and
 * doubt lower it; a confirmation settles half of the rest.
 */
export function confidenceOf(input: ConfidenceInput): SpecificationConfidence {
  const { vagueness, coverage, hedges, contradictions } = input;
  const missing = 1 - coverage.share;
  const risk = missing * (CLEAR_RISK + (1 - CLEAR_RISK) * vagueness);
  const consistency = Math.max(0, 1 - CONTRADICTION_COST * contradictions);
  const clarity = clamp((1 - vagueness * missing) * (1 - HEDGE_COST * hedges));
  const specificity = 1 - Math.exp(-input.specifics / SPECIFICS_SCALE);
  const own = (1 - risk) * consistency * (1 - HEDGE_COST * hedges);
  const confirmed = input.isConfirmed ? own + (1 - own) * CONFIRMATION * consistency : own;
  const score = Math.min(confirmed, MOST, mostFor(input));
  return {
    score: rounded(score),
    reasoning: reasoningOf(input),
    confidence_factors: {
      clarity: rounded(clarity),
      completeness: rounded(coverage.share),
      consistency: rounded(consistency),
      specificity: rounded(specificity),
      certainty: rounded(1 - hedges),
    },
  };
}

function mostFor({ hasGoal, isUnderstood }: ConfidenceInput): number {
  if (!isUnderstood) return FOREIGN;
  return hasGoal ? 1 : WITHOUT_GOAL;
}

function reasoningOf(input: ConfidenceInput): string {
  const { coverage, hasGoal, hedges } = input;
  if (!input.isUnderstood) return "The language could not be understood well enough to judge.";
  if (!hasGoal) return "Nothing said so far asks for anything.";
  const missing = coverage.missing.slice(0, 4).map(({ topic }) => topic);
  const parts = [
    `${coverage.known} of ${coverage.expected} details that matter for such a task are known`,
    missing.length === 0 ? "" : `missing: ${missing.join(", ")}`,
    input.vagueness >= 0.5 && coverage.share < 0.8 ? "the words leave much open" : "",
    hedges >= 0.3 ? "they are in doubt" : "",
    contradictions(input.contradictions),
    input.isConfirmed ? "the person has confirmed it" : "",
  ];
  return `${parts.filter((part) => part !== "").join("; ")}.`;
}

function contradictions(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "one contradiction" : `${count} contradictions`;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function rounded(value: number): number {
  return Math.round(clamp(value) * 1000) / 1000;
}
