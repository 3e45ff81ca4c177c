import type { Attachment, Liaison } from "../../domain/liaison/liaison.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Form } from "../../domain/requests/question.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { AskingReader } from "./asking-reader.ts";
import type { KnownCase } from "./understanding.ts";

export interface TurnInput {
  readonly liaison: Liaison;
  readonly now: Timestamp;
  readonly cases: readonly KnownCase[];
  /** The worker can be reached at all: no operator has halted or removed it. */
  readonly isWorkerThere: boolean;
  /** Turns the engine's own score into a probability of acceptance; unchanged if too little is known. */
  readonly calibrate: (score: number) => number;
}

/** The liaison's response to waiting words: what it says, and how the conversation changes. */
export interface Turn {
  readonly say: string;
  /** What came with the result that it asks about. */
  readonly attachments?: readonly Attachment[];
  /** The form of the answer; absent if it needs none. */
  readonly form?: Form;
  /** In order; see `liaison-machine.ts`. */
  readonly steps: readonly LiaisonStep[];
  /**
   * What reads the words took too long, and the embedded engine stood in: the turn by the later reading,
   * if that comes and says anything else. It never rejects.
   */
  readonly later?: Promise<Turn | undefined>;
}

/** The liaison's judgement: pure but for the model that it may ask. */
export interface LiaisonTurns {
  readonly engine: "embedded" | "model";
  turn(input: TurnInput): Promise<Turn>;
}

/** The liaison for the core; its parts are loaded with the first conversation. */
export interface LiaisonMind {
  turns(): Promise<LiaisonTurns>;
  /** The words of a task that are compared with those of other conversations. */
  termsOf(text: string): Promise<readonly string[]>;
  asking(): Promise<AskingReader>;
}
