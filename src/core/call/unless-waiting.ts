import { formatDuration } from "../../domain/duration.ts";
import { EarshotError } from "../../domain/errors.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { SteadyClock } from "../../ports/system/clock.ts";
import type { Commit } from "./group-commit.ts";

/**
 * Commits nothing while a jump of the clock waits for a person, except what ends the wait: the event
 * of who accepts it, or of a clock that has come back. Throws CLOCK_JUMPED.
 */
export function unlessWaiting(commit: Commit, clock: Pick<SteadyClock, "standing">): Commit {
  return async (change) => {
    if (!change.events.some(({ type }) => type === "clock.jumped")) assertNotWaiting(clock);
    return await commit(change);
  };
}

/** Throws CLOCK_JUMPED while a jump of the clock waits for a person. */
export function assertNotWaiting(clock: Pick<SteadyClock, "standing">): void {
  const { nowMs, toldMs, isWaiting } = clock.standing();
  if (!isWaiting) return;
  throw new EarshotError(
    "CLOCK_JUMPED",
    `The clock jumped ahead by ${formatDuration(toldMs - nowMs)}, to ${toTimestamp(toldMs)}. Nothing is written until an owner accepts that time (npx earshot clock accept) or the clock is right again; then the same call works.`,
    { details: { now: toTimestamp(nowMs), told: toTimestamp(toldMs) } },
  );
}
