import type { Random } from "../../../../src/testing/simulator/random.ts";
import type { Script } from "../../../support/model-server/script.ts";

/** What a session is about: a tool; a question; a tool that must not run twice; one that people approve. */
const LIVES = ["plain", "ask", "once", "pay"] as const;

/** What every chain ends with, and says once. */
export const LAST_WORDS = "All of it is done.";

export function aTask(random: Random, number: number): string {
  return `item-${number}: life-${random.pick(LIVES)}`;
}

/**
 * How the scripted model plays each of them. It reads only the conversation, since a resumed
 * session has nothing else.
 */
export const LIFE_SCRIPT: Script = {
  turns: [
    { when: { prompt: "You go on from your session", step: 0 }, calls: [{ name: "effect" }] },
    { when: { prompt: "You go on from your session" }, text: LAST_WORDS },
    { when: { prompt: "life-ask", step: 0 }, calls: [{ name: "effect", args: {} }] },
    {
      when: { prompt: "life-ask", step: 1 },
      calls: [{ name: "ask_operator", args: { question: "Which colour?" } }],
    },
    { when: { prompt: "life-once", step: 0 }, calls: [{ name: "effect_once", args: {} }] },
    { when: { prompt: "life-pay", step: 0 }, calls: [{ name: "pay", args: {} }] },
    { when: { prompt: "life-plain", step: 0 }, calls: [{ name: "effect", args: {} }] },
  ],
  otherwise: { text: LAST_WORDS },
};
