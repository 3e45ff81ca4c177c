import { toMs } from "../../domain/timestamp.ts";
import type { ClaimedSession } from "../../ports/earshot/sessions.ts";
import { ACKNOWLEDGE } from "./host-words.ts";
import type { Ending, SessionWork } from "./session-work.ts";

/** Why the session may do no more; undefined while it may. */
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

/** Whoever waits is owed a word, and the model has not been told so. */
export function owesWord(work: SessionWork): boolean {
  const { runtime, claimed, tools } = work;
  const { session } = claimed;
  const state = work.state();
  if (session.cause === "schedule" || work.hasPosted() || state.steps === 0) return false;
  if (state.told.has(ACKNOWLEDGE) || tools.registry.find("message") === undefined) return false;
  const since = toMs(session.startedAt ?? session.createdAt);
  return runtime.now() - since >= runtime.limits.acknowledgeAfterMs;
}

/** Somebody asked for something, and the model ends without a word to them. */
export function endsSilently(work: SessionWork, text: string): boolean {
  const { cause } = work.claimed.session;
  return text.trim() === "" && cause !== "schedule" && !work.hasPosted();
}

/** The time of hosts before this one, from the first to the last that each of them stored. */
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
