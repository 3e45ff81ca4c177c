import { LONGEST_LEAP_MS, LONGEST_PAUSE_MS, TOLD_BEHIND_MS } from "../../domain/limits.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Clock, SteadyClock } from "../../ports/system/clock.ts";

/** A clock this far behind is as good as right: readings and networks are not more exact. */
const TOLERATED_BEHIND_MS = 50;
/** How fast time goes while the system's clock is behind it. */
const SLOWED_TO = 0.9;

export interface SteadyClockOptions {
  /** How long the record may have rested before a start; `LONGEST_PAUSE_MS` if absent. */
  readonly longestPauseMs?: number | undefined;
}

/**
 * Time as Earshot counts it, made of the system's clock and of the time that has really elapsed.
 *
 * - **It follows** the system's clock while that goes on as time does. Small leaps ahead are taken as
 *   they come, up to `LONGEST_LEAP_MS` in a day, so that a clock that is moved on little by little
 *   waits for a person too. What a machine has slept counts as elapsed.
 * - **It goes on by itself** while the system's clock is behind it: behind what was shown before, or
 *   at a start behind the last moment in the record. It then loses one hour in ten, so that the
 *   system's clock catches up. It never stands still and never goes back.
 * - **It waits for a person** while the system's clock is too far ahead: since a start further than
 *   the longest pause, later further than `LONGEST_LEAP_MS`. It goes on by itself from where it was,
 *   and nothing is committed. The wait ends when the log reaches the new time, as with the event of
 *   whoever accepts it, on any node; or when the system's clock comes back.
 */
export function createSteadyClock(
  base: Clock,
  { longestPauseMs = LONGEST_PAUSE_MS }: SteadyClockOptions = {},
): SteadyClock {
  let shown = base.now();
  let lookedAt = base.elapsed();
  /** How far leaps have taken it ahead of what has elapsed; a day's worth wears off in a day. */
  let leapt = 0;
  let allowed = LONGEST_LEAP_MS;
  let isWaiting = false;
  let isBehind = false;
  let jumps = 0;
  let setBacks = 0;

  function look(): number {
    // In this order: a sleep between the two is noticed at the next look, and none is taken for a leap.
    const elapsed = base.elapsed();
    const told = base.now();
    const passed = Math.max(elapsed - lookedAt, 0);
    lookedAt = elapsed;
    leapt = Math.max(leapt - (passed / DAY_MS) * LONGEST_LEAP_MS, 0);
    const expected = shown + passed;
    note({ mayNot: leapt + told - expected > allowed, behindMs: expected - told });
    if (isWaiting || told < expected - TOLERATED_BEHIND_MS) {
      shown = isWaiting ? expected : Math.max(told, shown + passed * SLOWED_TO);
      return told;
    }
    // What a start allows is for the first time that the clock is right, and never again.
    leapt = allowed === LONGEST_LEAP_MS ? leapt + Math.max(told - expected, 0) : 0;
    allowed = LONGEST_LEAP_MS;
    shown = Math.max(told, expected);
    return told;
  }

  function note({
    mayNot,
    behindMs,
  }: {
    readonly mayNot: boolean;
    readonly behindMs: number;
  }): void {
    const isFarBehind = behindMs > TOLD_BEHIND_MS;
    if (mayNot && !isWaiting) jumps += 1;
    if (isFarBehind && !isBehind) setBacks += 1;
    isWaiting = mayNot;
    isBehind = isFarBehind;
  }

  function now(): number {
    look();
    return Math.floor(shown);
  }

  return {
    now,
    elapsed: base.elapsed,
    after: base.after,
    soon: base.soon,
    begin(lastMs) {
      shown = lastMs;
      lookedAt = base.elapsed();
      leapt = 0;
      allowed = Math.max(longestPauseMs, LONGEST_LEAP_MS + 1);
      look();
    },
    reached(ms) {
      look();
      shown = Math.max(shown, ms);
    },
    standing() {
      const toldMs = look();
      return { nowMs: Math.floor(shown), toldMs, isWaiting, jumps, setBacks };
    },
  };
}

/** The clock itself if it is steady already, as one that the store shares. */
export function steadied(clock: Clock | SteadyClock): SteadyClock {
  return "standing" in clock ? clock : createSteadyClock(clock);
}
