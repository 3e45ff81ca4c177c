import type { Liaison } from "./liaison.ts";
import { clarityFiguresOf } from "./selection-records.ts";

/** How well tasks were understood before they began; figures but the score are means over tasks. */
export interface ClarityOfAgent {
  readonly tasks: number;
  readonly questions: number;
  readonly turns: number;
  readonly corrections: number;
  /** 0 to 1; 0 of no tasks. */
  readonly score: number;
}

/** Each question costs so much of the score, each correction so much. */
const QUESTION = 0.95;
const CORRECTION = 0.7;

/**
 * Of the tasks that passed the gate. A task scores its specification's confidence · 0.95^questions ·
 * 0.7^corrections: it is confident, came of few questions, and stood uncorrected.
 */
export function clarityOfAgent(liaisons: readonly Liaison[]): ClarityOfAgent {
  const figures = liaisons.map((liaison) => ({
    tasks: gatesOf(liaison),
    ...clarityFiguresOf(liaison),
  }));
  const passed = figures.filter(({ tasks }) => tasks > 0);
  const tasks = passed.reduce((sum, one) => sum + one.tasks, 0);
  const perTask = (figureOf: (one: (typeof passed)[number]) => number) =>
    tasks === 0 ? 0 : passed.reduce((sum, one) => sum + figureOf(one), 0) / tasks;
  return {
    tasks,
    questions: perTask(({ questions }) => questions),
    turns: perTask(({ turns }) => turns),
    corrections: perTask(({ corrections }) => corrections),
    score: perTask(
      (one) =>
        one.tasks *
        one.specification_confidence *
        QUESTION ** (one.questions / one.tasks) *
        CORRECTION ** (one.corrections / one.tasks),
    ),
  };
}

/** How often a specification was good enough to begin. */
function gatesOf({ phase_transitions }: Liaison): number {
  return phase_transitions.filter(
    ({ from, to }) => from === "problem_definition" && to === "awaiting_task_completion",
  ).length;
}
