import type { Json } from "../../domain/json.ts";

/** A detail of a task that the person knows and tells only when asked. */
export interface KnownDetail {
  /** A few words, such as `budget for the trip`. */
  readonly topic: string;
  readonly answer: string;
  /** Its weight in the measures; 1 if absent. */
  readonly importance?: number;
  /** What a contradicting person says about it later; `not …` if absent. */
  readonly contradiction?: string;
}

export interface KnownFeedback {
  /** The round whose result is accepted, from 1; the first if absent. */
  readonly acceptRound?: number;
  /** What is wrong with earlier results, one for each round; starts over when used up. */
  readonly complaints?: readonly string[];
}

/** What a simulated person wants. */
export interface KnownTask {
  /** Their first message. */
  readonly message: string;
  readonly details: readonly KnownDetail[];
  readonly feedback?: KnownFeedback;
  /** The result of the worker; a line of text if absent. */
  readonly result?: Json;
}

/** The state of a detail so far. */
export interface DetailState {
  readonly detail: KnownDetail;
  /** In how many turns it was asked for. */
  readonly asked: number;
  readonly isTold: boolean;
  /** The person took the answer back. */
  readonly isCorrected: boolean;
}
