import type { SpecificationConfidence } from "../../domain/liaison/task-specification.ts";

/** What a first message amounts to, before it is decided whether to ask. */
export interface Opening {
  readonly confidence: SpecificationConfidence;
  /** What each question that is left would be worth, most valuable first. */
  readonly values: readonly number[];
  readonly requirements: number;
  readonly limits: number;
  readonly words: string;
}

/** Signs of an opening by name; those that are left out count nothing. */
type Signs = Readonly<Record<string, number>>;

/** A logistic regression over the signs of an opening. */
export interface ReadinessWeights {
  readonly bias: number;
  readonly weights: Signs;
}

const BEGINS = 0.8;
const MOST_QUESTIONS = 6;
const MOST_REQUIREMENTS = 8;
const MOST_LIMITS = 5;
const MOST_NUMBERS = 4;
const MOST_READ = 600;
const LONG = 300;
const SHORT = 120;
const VERY_SHORT = 60;

/** What speaks for beginning at once, or against it; all lie between 0 and 1. */
export function signsOf({ confidence, values, requirements, limits, words }: Opening): Signs {
  const { score, confidence_factors: factors } = confidence;
  const [top = 0, second = 0, third = 0] = values;
  const read = words.slice(0, MOST_READ);
  const numbers = read.match(/\d+/g)?.length ?? 0;
  return {
    score,
    sufficient: score >= BEGINS ? 1 : 0,
    ...factors,
    top,
    second,
    third,
    questions: values.length / MOST_QUESTIONS,
    requirements: shareOf(requirements, MOST_REQUIREMENTS),
    limits: shareOf(limits, MOST_LIMITS),
    length: shareOf(words.length, MOST_READ),
    "very short": words.length < VERY_SHORT ? 1 : 0,
    short: words.length < SHORT ? 1 : 0,
    long: words.length >= LONG ? 1 : 0,
    numbers: shareOf(numbers, MOST_NUMBERS),
    asks: /[?？]/.test(read) ? 1 : 0,
    exclaims: /[!！]/.test(read) ? 1 : 0,
    "trails off": /…|\.\.\./.test(read) ? 1 : 0,
  };
}

function shareOf(count: number, most: number): number {
  return Math.min(count, most) / most;
}

/** How probable it is that a person would have it begin at once. */
export function readinessBy({ bias, weights }: ReadinessWeights, signs: Signs): number {
  const score = Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (signs[name] ?? 0),
    bias,
  );
  return 1 / (1 + Math.exp(-score));
}
