import { untilClosed } from "../../client/until-closed.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Waited } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { notAnswered } from "./within.ts";

export interface HookHold {
  /** How long to wait for people; with 0 and below they are asked, and nobody is waited for. */
  readonly holdMs: number;
  /** Ends where the client ends the hook, because it wants no answer any more. */
  readonly signal: AbortSignal;
}

/** A server that stands still does not make the hold longer than the client lets the hook live. */
const STILL_MS = 1_000;
/** The client kills a hook that does not end. */
const WITHDRAW_MS = 2_000;

/**
 * Waits for people where they have been asked. At the end of the hold the request stays open. Where the
 * client ends the hook it is taken back: somebody at the computer has decided or stopped the turn, and
 * a yes that comes later from elsewhere must not overrule that.
 */
export async function held<T extends Waited>(
  earshot: Pick<Earshot, "wait" | "cancel">,
  asked: T,
  { holdMs, signal }: HookHold,
): Promise<T | Waited> {
  if (asked.outcome !== "pending" || holdMs <= 0) return asked;
  const { id } = asked.request;
  const over = AbortSignal.timeout(holdMs + STILL_MS);
  try {
    return await untilClosed(earshot, id, { holdMs, signal: AbortSignal.any([signal, over]) });
  } catch (error) {
    if (signal.aborted) await withdraw(earshot, id);
    else if (over.aborted) throw notAnswered(holdMs + STILL_MS, error);
    throw error;
  }
}

/** One that has closed meanwhile, or that no server can be told of, is left as it is. */
async function withdraw(earshot: Pick<Earshot, "cancel">, id: RequestId): Promise<void> {
  const reason = "Claude Code does not wait for it any more.";
  await earshot
    .cancel({ id, reason }, { signal: AbortSignal.timeout(WITHDRAW_MS) })
    .catch(() => {});
}
