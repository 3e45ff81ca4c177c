import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Form } from "../../domain/requests/question.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { KnownCase } from "./understanding.ts";

export interface TurnInput {
  readonly liaison: Liaison;
  readonly now: Timestamp;
  readonly cases: readonly KnownCase[];
  /** From the engine's own score to the probability that it is accepted; the same where too little is known. */
  readonly calibrate: (score: number) => number;
}

/** What the liaison makes of words that wait: what it says, and what becomes of the conversation. */
export interface Turn {
  readonly say: string;
  /** How it is to be answered; absent: it needs no answer. */
  readonly form?: Form;
  /** In their order; see `liaison-machine.ts`. */
  readonly steps: readonly LiaisonStep[];
}

/** The liaison's judgement: pure but for the model that it may ask. */
export interface LiaisonTurns {
  readonly engine: "embedded" | "model";
  turn(input: TurnInput): Promise<Turn>;
}

/** The liaison as the core has it; what it needs is loaded with the first conversation. */
export interface LiaisonMind {
  turns(): Promise<LiaisonTurns>;
  /** The words of a task by which those of other conversations are compared with it. */
  termsOf(text: string): Promise<readonly string[]>;
}
