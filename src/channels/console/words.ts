/* What a person can type at the console. */

/** Decides whether a word is offered. */
type Where = "approve" | "alike" | "others";

interface Word {
  readonly typed: string;
  readonly does: string;
  /** At the prompt of an authorization: always, or only in this state. */
  readonly isChoice?: Where | true;
}

const WORDS: readonly Word[] = [
  { typed: "approve", does: "approves exactly what is shown", isChoice: "approve" },
  { typed: "approve --note …", does: "the same, and the agent is told the note" },
  { typed: "reject REASON", does: "rejects it; the agent is told why", isChoice: true },
  { typed: "respond TEXT", does: "answers in place of the tool, which never runs" },
  { typed: "ask TEXT", does: "asks the agent; it stays open, and is shown again" },
  { typed: "reject-all REASON", does: "also all that are alike and open", isChoice: "alike" },
  {
    typed: "reject-like REASON",
    does: "also those that come within the hour",
    isChoice: "alike",
  },
  { typed: "others", does: "shows what waits and you cannot decide", isChoice: "others" },
  { typed: "z", does: "takes back what you decided within the last seconds" },
  { typed: "skip", does: "leaves it open, and goes on with the next", isChoice: true },
  { typed: "help or ?", does: "shows this list" },
  { typed: "Ctrl-D", does: "closes the console" },
  { typed: "Ctrl-C", does: "interrupts it" },
];

/** The choices at the prompt of an authorization: `approve, reject REASON, or skip`. */
export function choicesOf(offered: Readonly<Record<Where, boolean>>): string {
  const choices = WORDS.filter(
    ({ isChoice }) => isChoice === true || (isChoice !== undefined && offered[isChoice]),
  ).map(({ typed }) => typed);
  return choices.with(-1, `or ${choices.at(-1)}`).join(", ");
}

export function isHelp(typed: string): boolean {
  return /^(?:help|\?)$/i.test(typed.trim());
}

/** The whole list, one word a line. */
export function helpText(): string {
  const width = Math.max(...WORDS.map(({ typed }) => typed.length));
  return [
    ...WORDS.map(({ typed, does }) => `${typed.padEnd(width)}  ${does}`),
    "At a question, whatever you type is its answer.",
  ].join("\n");
}
