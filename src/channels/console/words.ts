import { padded, textWidth } from "../../render/fit.ts";
import type { Voice } from "./voice.ts";

/* What a person can type at the console: the same words in all languages. */

type Own = Voice["own"];

/** Decides whether a word is offered. */
type Where = "approve" | "alike" | "others";

interface Word {
  readonly typed: (own: Own) => string;
  readonly does: (own: Own) => string;
  /** At the prompt of an authorization: always, or only in this state. */
  readonly isChoice?: Where | true;
}

const WORDS: readonly Word[] = [
  { typed: () => "approve", does: (own) => own.say("does.approve"), isChoice: "approve" },
  { typed: () => "approve --note …", does: (own) => own.say("does.note") },
  { typed: withReason("reject"), does: (own) => own.say("does.reject"), isChoice: true },
  { typed: withText("respond"), does: (own) => own.say("does.respond") },
  { typed: withText("ask"), does: (own) => own.say("does.ask") },
  { typed: withReason("reject-all"), does: (own) => own.say("does.reject_all"), isChoice: "alike" },
  {
    typed: withReason("reject-like"),
    does: (own) => own.say("does.reject_like"),
    isChoice: "alike",
  },
  { typed: () => "others", does: (own) => own.say("does.others"), isChoice: "others" },
  { typed: () => "z", does: (own) => own.say("does.undo") },
  { typed: () => "skip", does: (own) => own.say("does.skip"), isChoice: true },
  { typed: (own) => own.say("typed.help"), does: (own) => own.say("does.help") },
  { typed: () => "Ctrl-D", does: (own) => own.say("does.close") },
  { typed: () => "Ctrl-C", does: (own) => own.say("does.interrupt") },
];

function withReason(word: string): Word["typed"] {
  return (own) => `${word} ${own.say("typed.reason")}`;
}

function withText(word: string): Word["typed"] {
  return (own) => `${word} ${own.say("typed.text")}`;
}

/** The choices at the prompt of an authorization: `approve, reject REASON, or skip`. */
export function choicesOf(offered: Readonly<Record<Where, boolean>>, { own }: Voice): string {
  const choices = WORDS.filter(
    ({ isChoice }) => isChoice === true || (isChoice !== undefined && offered[isChoice]),
  ).map(({ typed }) => typed(own));
  return own.say("typed.or", {
    first: choices.slice(0, -1).join(", "),
    last: choices.at(-1) ?? "",
  });
}

export function isHelp(typed: string): boolean {
  return /^(?:help|\?)$/i.test(typed.trim());
}

/** The whole list, one word a line. */
export function helpText({ own }: Voice): string {
  const width = Math.max(...WORDS.map(({ typed }) => textWidth(typed(own))));
  return [
    ...WORDS.map(({ typed, does }) => `${padded(typed(own), width)}  ${does(own)}`),
    own.say("help.question"),
  ].join("\n");
}
