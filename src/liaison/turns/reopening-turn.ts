import { derivedTask, latestResult } from "../../domain/liaison/liaison.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { reopenedWords, welcomeWords } from "../wording/other-words.ts";
import { defineTurn } from "./define-turn.ts";
import { feedbackTurn } from "./feedback-turn.ts";
import { mannerOf } from "./manner.ts";
import { passedOn } from "./passing-on.ts";
import { takingBackTurn } from "./taking-back-turn.ts";
import { ahead, newestWords, type Talk } from "./talk.ts";

const THANKS =
  /^\W*(?:(?:ok(?:ay)?|great|perfect|super|nice|cool)\W+)?(?:many thanks|thank you|thanks|thx|ty|cheers)(?:\W+(?:so much|a lot|very much|again|everyone|all))*\W*$/i;

/** Words after the end: they concern the result again, begin something new, or only say thanks. */
export async function reopeningTurn(talk: Talk): Promise<Turn> {
  const { liaison, understanding, wording } = talk;
  const text = newestWords(liaison);
  if (THANKS.test(text)) return { say: welcomeWords(wording), steps: [] };
  const takenBack = await takingBackTurn(talk);
  if (takenBack !== undefined) return takenBack;
  const hasResult = latestResult(liaison) !== undefined;
  const task = derivedTask(liaison);
  const intent = await understanding.intent({ text, task, hasResult });
  if (!hasResult || intent === "new_task") return await anew(talk);
  const again: LiaisonStep = {
    type: "moved",
    to: "feedback_collection",
    reason: "the person came back to it",
  };
  if (intent === "feedback" || intent === "correct") {
    const turn = await feedbackTurn(ahead(talk, [again]));
    return { ...turn, steps: [again, ...turn.steps] };
  }
  const passed = mannerOf(text).asksBack ? passedOn(talk, text) : undefined;
  if (passed !== undefined) return { say: passed.say, steps: [passed.step] };
  return { say: reopenedWords(wording), steps: [again] };
}

async function anew(talk: Talk): Promise<Turn> {
  const begun: LiaisonStep = {
    type: "moved",
    to: "problem_definition",
    newRound: true,
    reason: "the person needs something else",
  };
  const turn = await defineTurn(ahead(talk, [begun]));
  return { ...turn, steps: [begun, ...turn.steps] };
}
