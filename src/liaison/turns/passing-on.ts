import { type Liaison, latestResult } from "../../domain/liaison/liaison.ts";
import {
  exchangesOfFeedback,
  openClarifications,
  taskStart,
} from "../../domain/liaison/liaison-machine.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Form } from "../../domain/requests/question.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { verdictForm } from "../wording/feedback-words.ts";
import { cut, paragraphs } from "../wording/list.ts";
import { answerWords, passedOnWords } from "../wording/question-back-words.ts";
import { confirmForm, questionForm, waitingForm } from "../wording/question-words.ts";
import { isWaiting, type Talk } from "./talk.ts";

const MOST_ASKED = 2_000;

/** What is said where a question goes to the worker, and the step that records it. */
export interface PassedOn {
  readonly say: string;
  readonly step: LiaisonStep;
}

/** A question in the newest words goes to whoever does the task: they alone can answer it. */
export function passedOn(
  { liaison, wording, isWorkerThere }: Talk,
  question: string,
): PassedOn | undefined {
  const asked = liaison.exchanges.slice(liaison.replied).findLast(isWaiting);
  if (asked === undefined) return undefined;
  const { worker } = liaison;
  // An owner reports a result for a worker that never took the task itself.
  const name = worker?.name ?? resultOfTask(liaison)?.by;
  return {
    say: passedOnWords(wording, { worker: name, isThere: isWorkerThere || worker === undefined }),
    step: { type: "passed_on", exchange: asked.id, question: cut(question, MOST_ASKED) },
  };
}

function resultOfTask(liaison: Liaison) {
  return liaison.results.findLast(({ round }) => round >= taskStart(liaison));
}

/** The turn with the worker's answers to what the person has asked, if any have come. */
export async function withAnswers(talk: Talk, make: () => Promise<Turn>): Promise<Turn> {
  const { liaison, wording } = talk;
  const come = (liaison.personAsks ?? []).flatMap(({ question, answer }) =>
    answer === undefined || answer.told !== undefined ? [] : [{ question, ...answer }],
  );
  if (come.length === 0) return await make();
  const say = paragraphs(...come.map((one) => answerWords(wording, one)));
  const told: LiaisonStep = { type: "answers_told" };
  if (!isElseOwed(liaison)) {
    const form = standingForm(talk);
    return form === undefined ? { say, steps: [told] } : { say, steps: [told], form };
  }
  const turn = await make();
  return { ...turn, say: paragraphs(say, turn.say), steps: [told, ...turn.steps] };
}

/** Words wait for a reply, or a result that nobody was asked about. */
function isElseOwed(liaison: Liaison): boolean {
  const { phase, exchanges, replied } = liaison;
  if (exchanges.slice(replied).some(isWaiting)) return true;
  const isNew = exchangesOfFeedback(liaison).length === 0 && latestResult(liaison) !== undefined;
  return phase === "feedback_collection" && isNew;
}

/** The buttons that the person has before them anyway. */
function standingForm({ liaison, wording }: Talk): Form | undefined {
  switch (liaison.phase) {
    case "problem_definition":
      return questionForm(wording, openClarifications(liaison));
    case "awaiting_task_completion":
      return confirmForm(wording);
    case "feedback_collection":
      return verdictForm(wording);
    case "completed":
      return undefined;
  }
}

/** Once there was a result, nobody is left without the buttons that end or judge it. */
export function withButtons({ liaison, wording }: Talk, turn: Turn): Turn {
  if (turn.form !== undefined && turn.form.kind !== "text") return turn;
  const moved = turn.steps.findLast((step) => step.type === "moved");
  const phase = moved?.to ?? liaison.phase;
  if (phase === "feedback_collection") return { ...turn, form: verdictForm(wording) };
  const isAgain = phase === "awaiting_task_completion" && resultOfTask(liaison) !== undefined;
  return isAgain ? { ...turn, form: waitingForm(wording) } : turn;
}
