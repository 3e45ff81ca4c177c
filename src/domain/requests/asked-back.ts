import { EarshotError } from "../errors.ts";
import type { MessageId, RequestId } from "../id.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** How often people may ask the agent of one request something back. */
export const MAX_ASKED_BACK = 10;

/** What a person asked the agent before they decide, and what it answered. It decides nothing. */
export interface AskedBack {
  /** From 1 within its request. */
  readonly number: number;
  /** The message by which the agent was told. */
  readonly message: MessageId;
  readonly text: string;
  readonly by: Actor;
  readonly at: Timestamp;
  /** The agent's own words, unchecked; absent until it has answered. */
  readonly answer?: { readonly text: string; readonly at: Timestamp };
}

interface Asking {
  readonly id: RequestId;
  readonly askedBack?: readonly AskedBack[];
}

/** What waits for the agent's answer. */
export function unansweredBack({ askedBack = [] }: Asking): AskedBack | undefined {
  const last = askedBack.at(-1);
  return last?.answer === undefined ? last : undefined;
}

/** With one more; refused while the one before waits, and beyond `MAX_ASKED_BACK`. */
export function withAskedBack(
  request: Asking,
  asked: Omit<AskedBack, "number" | "answer">,
): readonly AskedBack[] {
  const { id, askedBack = [] } = request;
  const waiting = unansweredBack(request);
  if (waiting !== undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${waiting.by.name} has asked the agent of ${id} something, and it has not answered. Wait for that, or decide.`,
      { details: { id, number: waiting.number } },
    );
  }
  if (askedBack.length >= MAX_ASKED_BACK) {
    throw new EarshotError(
      "QUOTA_EXCEEDED",
      `The agent of ${id} was asked ${MAX_ASKED_BACK} times, and no more. Decide, or say it in the conversation.`,
      { details: { id, limit: MAX_ASKED_BACK } },
    );
  }
  return [...askedBack, { ...asked, number: askedBack.length + 1 }];
}

/** With the agent's answer to the one that waits. */
export function withAnsweredBack(
  request: Asking,
  { text, at, number }: { readonly text: string; readonly at: Timestamp; readonly number?: number },
): readonly AskedBack[] {
  const { id, askedBack = [] } = request;
  const waiting = unansweredBack(request);
  if (waiting === undefined || (number !== undefined && number !== waiting.number)) {
    const what = number === undefined ? "Nothing of" : `Question ${number} of`;
    throw new EarshotError(
      "INVALID_INPUT",
      `${what} ${id} waits for an answer of its agent: each is answered once. Wait for the person.`,
      { details: { id } },
    );
  }
  return askedBack.map((one) => (one === waiting ? { ...one, answer: { text, at } } : one));
}
