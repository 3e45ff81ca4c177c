import type { Turn } from "../../ports/model/liaison-turns.ts";
import { paragraphs } from "../wording/list.ts";
import { sorryWords } from "../wording/other-words.ts";
import { unansweredWords } from "../wording/question-back-words.ts";
import { answersTo } from "./answers.ts";
import type { Besides } from "./besides.ts";
import type { Specified } from "./improvements.ts";
import { passedOn } from "./passing-on.ts";
import type { Talk } from "./talk.ts";

/** The turn with the answers to what was asked beside it first, and an apology for what annoyed. */
export function withBesides(
  talk: Talk,
  turn: Turn,
  { besides, task }: { readonly besides: Besides; readonly task: Specified },
): Turn {
  const { questions, complains } = besides;
  const { wording, liaison } = talk;
  const isAsking = turn.steps.some(({ type }) => type === "asked");
  const { say, open } = answersTo({ talk, task, isAsking }, questions);
  const moved = turn.steps.findLast((step) => step.type === "moved");
  const isTold = (moved?.to ?? liaison.phase) !== "problem_definition";
  const passed = isTold && open.length > 0 ? passedOn(talk, open.join(" ")) : undefined;
  const unanswered = !isTold && open.length > 0 ? unansweredWords(wording) : undefined;
  const sorry = complains ? sorryWords(wording) : undefined;
  return {
    ...turn,
    say: paragraphs(sorry, ...say, passed?.say ?? unanswered, turn.say),
    steps: passed === undefined ? turn.steps : [...turn.steps, passed.step],
  };
}
