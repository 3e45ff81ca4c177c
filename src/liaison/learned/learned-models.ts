/** A detail that tasks like this one often lack, as it was learned from examples. */
export interface RankedTopic {
  readonly topic: string;
  /** The probability that it is missing and wanted. */
  readonly weight: number;
  /** 1 to 3. */
  readonly importance: number;
  /** What asking for it adds to the topics ranked before it, 0 to 1. */
  readonly worth: number;
}

/** What was learned from examples: replaced in tests of what is built on it. */
export interface LearnedModels {
  /** The probability that a task is too vague to begin with. */
  vagueness(text: string): number;
  rankTopics(text: string, count: number): readonly RankedTopic[];
  /** Of the words that a task is about, the share that the examples have, 0 to 1. */
  familiarity(text: string): number;
}
