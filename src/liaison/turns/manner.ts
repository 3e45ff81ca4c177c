import { type Act, actsOf } from "../phrases/acts.ts";
import { isAsked } from "../text/asked.ts";

/** What a person does with the questions that are open, besides answering them. */
export interface Manner {
  /** "Looks good, go ahead", "no more questions": it is to begin. */
  readonly wantsIt: boolean;
  /** "Skip", "you decide", "I don't know": what is open stays open. */
  readonly leavesIt: boolean;
  /** A question to us and nothing else. */
  readonly asksBack: boolean;
}

const WANTS: readonly Act[] = ["go", "agree"];
const LEAVES: readonly Act[] = ["leave", "skip", "unknown"];
/** Longer words say something of their own. */
const MOST_ASKED = 240;

export function mannerOf(text: string): Manner {
  const { acts } = actsOf(text);
  return {
    wantsIt: WANTS.some((act) => acts.has(act)),
    leavesIt: LEAVES.some((act) => acts.has(act)),
    asksBack: isQuestion(text) && !(acts.has("go") || acts.has("agree")),
  };
}

/** "Can you add …?" is a wish. */
const WISH =
  /^(?:(?:ok(?:ay)?|and|also|so|hm+|please)[\s,]+){0,2}(?:can|could|would|will) (?:you (?!tell|explain|read)|it|we|they)/iu;
/** A statement before the question says something. */
const SAYS = /[.!。！]\s+\S/u;

function isQuestion(text: string): boolean {
  const read = text.trim();
  if (read.length > MOST_ASKED || !isAsked(read)) return false;
  return !WISH.test(read) && !SAYS.test(read);
}
