import type { ReviewOutcome } from "../../domain/requests/review.ts";

export const OUTCOMES = ["keep", "remind", "reroute", "escalate", "abandon", "assume"] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

/** The outcome that the words of a command name; an error text if they do not fit. */
export function readOutcome(name: OutcomeName, words: readonly string[]): ReviewOutcome | string {
  if (name === "reroute") {
    return words.length === 0
      ? "reroute takes names of operators, or roles as role:owner."
      : { do: name, to: words };
  }
  if (name === "assume") {
    return words.length === 1 && words[0] !== undefined
      ? { do: name, assumption: words[0] }
      : "assume takes what the agent is to go on with, in quotes.";
  }
  return words.length === 0 ? { do: name } : `${name} takes no further words.`;
}
