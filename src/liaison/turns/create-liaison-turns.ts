import type { LiaisonTurns, Turn } from "../../ports/model/liaison-turns.ts";
import type { Understanding } from "../../ports/model/understanding.ts";
import { withButtonsRead } from "../wording/buttons.ts";
import { wordingIn } from "../wording/wording.ts";
import { defineTurn } from "./define-turn.ts";
import { feedbackTurn } from "./feedback-turn.ts";
import { withAnswers, withButtons } from "./passing-on.ts";
import { madeInTime, type PatienceOptions } from "./patience.ts";
import { reopeningTurn } from "./reopening-turn.ts";
import { spokenLanguage } from "./spoken-language.ts";
import { DEFAULT_POLICY, type Policy, type Talk } from "./talk.ts";
import { waitingTurn } from "./waiting-turn.ts";

/** The liaison's turns, based on one way of reading people's words. */
export function createLiaisonTurns(
  understanding: Understanding,
  policy: Partial<Policy> = {},
  patience?: PatienceOptions,
): LiaisonTurns {
  const whole = { ...DEFAULT_POLICY, ...policy };
  return {
    engine: understanding.name,
    async turn(input) {
      const wording = await wordingIn(await spokenLanguage(input.liaison));
      const liaison = withButtonsRead(input.liaison);
      const make = (reader: Understanding) =>
        turnOf({ ...input, liaison, understanding: reader, policy: whole, wording });
      return await (patience === undefined
        ? make(understanding)
        : madeInTime(understanding, patience, make));
    },
  };
}

async function turnOf(talk: Talk): Promise<Turn> {
  return withButtons(talk, await withAnswers(talk, () => turnOfPhase(talk)));
}

function turnOfPhase(talk: Talk): Promise<Turn> {
  switch (talk.liaison.phase) {
    case "problem_definition":
      return defineTurn(talk);
    case "awaiting_task_completion":
      return waitingTurn(talk);
    case "feedback_collection":
      return feedbackTurn(talk);
    case "completed":
      return reopeningTurn(talk);
  }
}
