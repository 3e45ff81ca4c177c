import { isEarshotError } from "../domain/errors.ts";
import type { AskedBack } from "../domain/requests/asked-back.ts";
import type { ShownRequest } from "../domain/requests/request.ts";
import { type Insistence, insist } from "../guard/gate.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import { keyFor } from "./stable-key.ts";

/**
 * Answers what a person asks before they decide: the words for them, or undefined to leave it to whoever else
 * answers for the agent. A process hears of each question once, and one that comes back hears of it again.
 */
export type OnAskedBack = (
  asked: AskedBack,
  request: ShownRequest,
) => string | undefined | Promise<string | undefined>;

interface Answering extends Insistence {
  readonly earshot: Pick<Earshot, "answerBack">;
  readonly onAskedBack: OnAskedBack;
}

interface Hearing {
  readonly hear: (asked: AskedBack | undefined, request: ShownRequest) => void;
  /** What cannot be answered ends the waits, with the reason. */
  readonly failed: AbortSignal;
}

/** Hears of questions while others wait. */
export function answering({
  onAskedBack,
  ...more
}: Pick<Answering, "earshot" | "retryForMs"> & {
  readonly onAskedBack?: OnAskedBack | undefined;
}): Hearing {
  const heard = new Set<string>();
  const failure = new AbortController();

  return {
    failed: failure.signal,
    hear(asked, request) {
      if (onAskedBack === undefined || asked === undefined || heard.has(asked.message)) return;
      heard.add(asked.message);
      const by = { ...more, onAskedBack, signal: failure.signal };
      answerAsked(by, asked, request).catch((error: unknown) => failure.abort(error));
    },
  };
}

/** Each question is answered once: it is too late where somebody else has, or the request has closed. */
export async function answerAsked(
  { earshot, onAskedBack, ...insistence }: Answering,
  asked: AskedBack,
  request: ShownRequest,
): Promise<void> {
  const text = await onAskedBack(asked, request);
  if (text === undefined) return;
  const input = { id: request.id, text, number: asked.number };
  const key = keyFor("answer", [asked.message, text]);
  try {
    await insist((options) => earshot.answerBack(input, options), insistence, key);
  } catch (error) {
    if (!isTooLate(error)) throw error;
  }
}

function isTooLate(error: unknown): boolean {
  if (isEarshotError(error, "REQUEST_CLOSED")) return true;
  // Words that are refused name no request.
  return isEarshotError(error, "INVALID_INPUT") && error.details?.["id"] !== undefined;
}
