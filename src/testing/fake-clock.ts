import type { Clock } from "../ports/system/clock.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Goes on by `ms`; timers that come due run in their order, each with what follows from it. */
  advance(ms: number): Promise<void>;
  /**
   * Goes on without running timers, as a machine that sleeps; below 0 the machine's clock is set back.
   * Ahead again, up to where it was, no time elapses.
   */
  jump(ms: number): void;
  /** Sets the machine's clock ahead or back, without time passing. */
  set(ms: number): void;
}

/**
 * Lets everything run that is ready: what awaits, and what was asked for `soon`.
 * @example
 * ```ts
 * import { createFakeClock, settled } from "earshot/testing";
 *
 * createFakeClock().soon(() => console.log("ran"));
 * await settled();
 * ```
 */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/**
 * A clock that begins at `start`, in milliseconds since 1970.
 * @example
 * ```ts
 * import { createFakeClock } from "earshot/testing";
 *
 * const clock = createFakeClock();
 * clock.after(1_000, () => console.log("a second later"));
 * await clock.advance(1_000);
 * ```
 */
export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  let elapsed = 0;
  let slept = 0;
  /** How far it was set back, less what a tenth of the time since has made up for. */
  let back = 0;
  let order = 0;
  const timers = new Set<Timer>();

  function nextDue(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > until) continue;
      const isEarlier =
        next === undefined ||
        timer.at < next.at ||
        (timer.at === next.at && timer.order < next.order);
      if (isEarlier) next = timer;
    }
    return next;
  }

  return {
    now: () => now,
    elapsed: () => elapsed + slept,
    after(ms, action) {
      const timer = { at: elapsed + ms, order: order++, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    soon: (action) => void setImmediate(action),
    async advance(ms) {
      const until = elapsed + ms;
      await settled();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        now += timer.at - elapsed;
        elapsed = timer.at;
        timer.action();
        await settled();
      }
      now += until - elapsed;
      elapsed = until;
      back = Math.max(back - ms / 10, 0);
    },
    jump(ms) {
      now += ms;
      back -= ms;
      slept += Math.max(-back, 0);
      back = Math.max(back, 0);
    },
    set(ms) {
      now += ms;
    },
  };
}
