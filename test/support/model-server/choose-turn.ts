import type { HeardMessage, Script, Turn, When } from "./script.ts";

/** Finds the turn for a conversation. Turns without a condition are used once each, in order. */
export interface TurnChooser {
  readonly used: number;
  choose(messages: readonly HeardMessage[]): Turn | undefined;
}

export function createTurnChooser({ turns, otherwise }: Script): TurnChooser {
  const inOrder = turns.filter(({ when }) => when === undefined);
  let used = 0;
  return {
    get used() {
      return used;
    },
    choose(messages) {
      const fitting = turns.find(({ when }) => when !== undefined && fits(when, messages));
      if (fitting !== undefined) return fitting;
      const next = inOrder[used];
      if (next === undefined) return otherwise;
      used += 1;
      return next;
    },
  };
}

function fits({ tool, says, prompt, step }: When, messages: readonly HeardMessage[]): boolean {
  const newest = messages.at(-1);
  const asked = messages.findLast(({ role }) => role === "user");
  const steps = messages.filter(({ role }) => role === "assistant").length;
  return (
    (tool === undefined || (newest?.role === "tool" && newest.tool === tool)) &&
    (says === undefined || newest?.text.includes(says) === true) &&
    (prompt === undefined || asked?.text.includes(prompt) === true) &&
    (step === undefined || steps === step)
  );
}
