import type { PossibleName } from "./name-scoring.ts";
import type { Opening } from "./readiness-scoring.ts";

/** The learned models; tests replace them. */
export interface LearnedModels {
  /** The probability that a task is too vague to begin. */
  vagueness(text: string): number;
  /** The probability that a person who opens so would have it begin at once. */
  readiness(opening: Opening): number;
  /** How well a phrase names the task, beside the others that may. */
  nameScore(name: PossibleName): number;
}
