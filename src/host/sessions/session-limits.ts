import { toMs } from "../../domain/timestamp.ts";
import type { ClaimedSession } from "../../ports/earshot/sessions.ts";
import type { Ending, SessionWork } from "./session-work.ts";

/** Why the session has to end; undefined while it may go on. */
export function limitReached(work: SessionWork, sinceMs: number): Ending | undefined {
  const { steps, tokens, timeMs } = work.runtime.limits;
  const state = work.state();
  const used = state.tokens + work.spent();
  const failed = (what: string): Ending => ({
    outcome: "failed",
    text: `It reached its limit of ${what} before it had finished. The limits stand in the agent's file.`,
  });
  if (state.steps >= steps) return failed(`${steps} calls of the model`);
  if (tokens !== undefined && used >= tokens) return failed(`${tokens} tokens, with ${used} used`);
  if (timeMs === undefined) return undefined;
  const workedMs = workedBefore(work.claimed) + work.runtime.now() - sinceMs;
  return workedMs < timeMs ? undefined : failed(`${Math.round(timeMs / 1_000)} s of work`);
}

/** How long earlier hosts worked on it: for each, from its first stored entry to its last. */
function workedBefore({ session, entries }: ClaimedSession): number {
  const spans = new Map<number, { first: number; last: number }>();
  for (const { epoch, at } of entries) {
    if (epoch === session.epoch) continue;
    const ms = toMs(at);
    const first = spans.get(epoch)?.first ?? ms;
    spans.set(epoch, { first, last: ms });
  }
  return [...spans.values()].reduce((sum, { first, last }) => sum + Math.max(last - first, 0), 0);
}
