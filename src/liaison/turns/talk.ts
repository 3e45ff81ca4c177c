import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import { applyStep } from "../../domain/liaison/liaison-steps.ts";
import type { TurnInput } from "../../ports/model/liaison-turns.ts";
import type { Understanding } from "../../ports/model/understanding.ts";

export interface Policy {
  /** From this score on the task begins. */
  readonly threshold: number;
  /** Questions in one turn at most. */
  readonly questionsPerTurn: number;
  /** After so many turns of questions what is open becomes assumptions, to be confirmed in one go. */
  readonly askingTurns: number;
  /** A question that is worth less than an interruption costs is not asked. */
  readonly interruptionCost: number;
  /** How often it asks about one result, the first time included. */
  readonly feedbackTurns: number;
}

export const DEFAULT_POLICY: Policy = {
  threshold: 0.8,
  questionsPerTurn: 3,
  askingTurns: 3,
  interruptionCost: 0.05,
  feedbackTurns: 3,
};

/** What a turn is made with. */
export interface Talk extends TurnInput {
  readonly understanding: Understanding;
  readonly policy: Policy;
}

/** The words that wait for a turn. */
export function newestWords({ exchanges, replied }: Liaison): string {
  return exchanges
    .slice(replied)
    .filter(({ role }) => role === "human")
    .map(({ content }) => content)
    .join("\n");
}

/** The conversation as it is after steps, for what a turn decides behind them. */
export function ahead(talk: Talk, steps: readonly LiaisonStep[]): Talk {
  const place = { at: talk.now, reply: undefined };
  const liaison = steps.reduce((value, step) => applyStep(value, step, place), talk.liaison);
  return { ...talk, liaison };
}
