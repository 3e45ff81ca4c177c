import { plainText } from "../domain/plain-words.ts";
import type { ShownRequest } from "../domain/requests/request.ts";
import { oneLine } from "./visible-text.ts";

/** What a person asked the agent before the decision, with nothing hidden in it. */
export interface Exchanged {
  readonly number: number;
  readonly asker: string;
  readonly asked: string;
  /** The agent's words, which nobody has checked; absent until it has answered. */
  readonly answer?: string;
}

/** Of each text. The page shows all of it. */
const SHOWN_CHARS = 500;
const NAME_CHARS = 80;

export function exchangeOf({ askedBack = [] }: ShownRequest): readonly Exchanged[] {
  return askedBack.map(({ number, text, by, answer }) => ({
    number,
    asker: oneLine(by.name, NAME_CHARS),
    asked: oneLine(text, SHOWN_CHARS),
    ...(answer !== undefined && { answer: oneLine(plainText(answer.text), SHOWN_CHARS) }),
  }));
}
