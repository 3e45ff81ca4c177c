/** A detail that tasks like this one often lack, learned from examples. */
export interface RankedTopic {
  readonly topic: string;
  /** The probability that it is missing and wanted. */
  readonly weight: number;
  /** 1 to 3. */
  readonly importance: number;
  /** What asking for it adds to the topics ranked before it, 0 to 1. */
  readonly worth: number;
}

/** The learned models; tests replace them. */
export interface LearnedModels {
  /** The probability that a task is too vague to begin. */
  vagueness(text: string): number;
  rankTopics(text: string, count: number): readonly RankedTopic[];
  /** The share of the task's words that the examples contain, 0 to 1. */
  familiarity(text: string): number;
}
