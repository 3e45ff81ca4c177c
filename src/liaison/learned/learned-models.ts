/** The learned models; tests replace them. */
export interface LearnedModels {
  /** The probability that a task is too vague to begin. */
  vagueness(text: string): number;
}
