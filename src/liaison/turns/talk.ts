import type { Exchange, Liaison } from "../../domain/liaison/liaison.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import { applyStep } from "../../domain/liaison/liaison-steps.ts";
import type { TurnInput } from "../../ports/model/liaison-turns.ts";
import type { Understanding } from "../../ports/model/understanding.ts";
import type { Wording } from "../wording/wording.ts";

export interface Policy {
  /** From this score on the task begins. */
  readonly threshold: number;
  /** Most questions in one turn. */
  readonly questionsPerTurn: number;
  /**
   * After this many turns of questions, open details become assumptions, to be confirmed together.
   */
  readonly askingTurns: number;
  /** A question worth less than the cost of an interruption is not asked. */
  readonly interruptionCost: number;
  /** How often it asks about one result, including the first time. */
  readonly feedbackTurns: number;
}

export const DEFAULT_POLICY: Policy = {
  threshold: 0.8,
  questionsPerTurn: 3,
  askingTurns: 3,
  interruptionCost: 0.05,
  feedbackTurns: 3,
};

/** The input of a turn. */
export interface Talk extends TurnInput {
  readonly understanding: Understanding;
  readonly policy: Policy;
  /** In the person's language. */
  readonly wording: Wording;
}

/** Words that say something to the liaison, once nothing has replied to them. */
export function isWaiting({ role, with: other }: Exchange): boolean {
  return role === "human" && other === undefined;
}

/** The words that wait for a turn. */
export function newestWords({ exchanges, replied }: Liaison): string {
  return exchanges
    .slice(replied)
    .filter(isWaiting)
    .map(({ content }) => content)
    .join("\n");
}

/** The conversation after these steps, for what a turn decides next. */
export function ahead(talk: Talk, steps: readonly LiaisonStep[]): Talk {
  const place = { at: talk.now, reply: undefined };
  const liaison = steps.reduce((value, step) => applyStep(value, step, place), talk.liaison);
  return { ...talk, liaison };
}
