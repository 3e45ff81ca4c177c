import type { Json } from "../../domain/json.ts";

/** A detail of a task that the person knows and tells only when asked. */
export interface KnownDetail {
  /** A few words, such as `budget for the trip`. */
  readonly topic: string;
  readonly answer: string;
  /** Its weight in what is measured; 1 where absent. */
  readonly importance?: number;
  /** What a contradicting person says of it later; `not …` where absent. */
  readonly contradiction?: string;
}

export interface KnownFeedback {
  /** The round whose result is accepted, from 1; the first where absent. */
  readonly acceptRound?: number;
  /** What is wrong with the results before, one a round, from the first again where they run out. */
  readonly complaints?: readonly string[];
}

/** What a simulated person wants. */
export interface KnownTask {
  /** What they begin with. */
  readonly message: string;
  readonly details: readonly KnownDetail[];
  readonly feedback?: KnownFeedback;
  /** What the worker hands over; a line of text where absent. */
  readonly result?: Json;
}
