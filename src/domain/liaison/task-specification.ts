import type { MessageId } from "../id.ts";
import type { Json } from "../json.ts";

/*
 * What the liaison derives from a conversation before a task. Existing workers and subscribers rely on
 * the names of its fields.
 */

export interface Requirement {
  /** The same for the same words in every version, so that feedback can refer to it. */
  readonly id: string;
  readonly description: string;
  /** 0 to 1: a must has 1, a nice-to-have 0.2. */
  readonly importance: number;
  readonly constraints: readonly string[];
  readonly examples: readonly string[];
  /** The exchanges it was taken from; empty for an assumption. */
  readonly extracted_from: readonly MessageId[];
}

/** Each 0 to 1, higher is better. */
export type ConfidenceFactors = Readonly<Record<string, number>> & {
  readonly clarity: number;
  readonly completeness: number;
  readonly consistency: number;
};

export interface SpecificationConfidence {
  /** 0 to 1; it alone decides whether the task begins. */
  readonly score: number;
  readonly reasoning: string;
  readonly confidence_factors: ConfidenceFactors;
}

/** Facts about the task beside its requirements; an engine may add more. */
export interface SpecificationContext {
  readonly [name: string]: Json;
}

export interface TaskSpecification {
  /** The task's id: the same in every version. */
  readonly id: string;
  /** 1 for the first; every correction makes another. */
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly requirements: readonly Requirement[];
  readonly constraints: readonly string[];
  readonly success_criteria: readonly string[];
  readonly required_capabilities: readonly string[];
  readonly context: SpecificationContext;
  /** What nobody has said, but the work relies on until somebody says otherwise. */
  readonly assumptions: readonly string[];
  readonly confidence: SpecificationConfidence;
}

/** Part of what a version changed: one element of a list, or a field. */
export interface SpecificationChange {
  readonly kind: "added" | "removed" | "changed";
  /** `requirements`, `constraints`, …, or `context.audience`. */
  readonly field: string;
  /** The id, of a requirement. */
  readonly id?: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** The title of a task has at most this many characters. */
export const MAX_TITLE_LENGTH = 120;

/** The word for an importance of 0 to 1. */
export function importanceWord(importance: number): "must" | "should" | "could" | "nice" {
  if (importance >= 0.9) return "must";
  if (importance >= 0.6) return "should";
  return importance >= 0.35 ? "could" : "nice";
}
