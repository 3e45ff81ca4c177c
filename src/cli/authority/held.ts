import { untilClosed } from "../../client/until-closed.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Waited } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { notAnswered } from "./within.ts";

export interface HookHold {
  /** How long to wait for people; with 0 or less they are asked, but not waited for. */
  readonly holdMs: number;
  /** Aborted when the client ends the hook because it no longer wants an answer. */
  readonly signal: AbortSignal;
}

/** A server that hangs must not extend the hold past the life of the hook. */
const STILL_MS = 1_000;
/** The client kills a hook that does not end. */
const WITHDRAW_MS = 2_000;

/**
 * Waits for people if they were asked. At the end of the hold the request stays open. If the client
 * ends the hook, the request is withdrawn: somebody at the computer has decided or stopped the
 * turn, and a later yes from elsewhere must not overrule that.
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

/**
 * A request that has closed in the meantime, or that no server can be told about, is left as it is.
 */
async function withdraw(earshot: Pick<Earshot, "cancel">, id: RequestId): Promise<void> {
  const reason = "Claude Code does not wait for it any more.";
  await earshot
    .cancel({ id, reason }, { signal: AbortSignal.timeout(WITHDRAW_MS) })
    .catch(() => {});
}
