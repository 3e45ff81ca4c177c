import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../src/ports/system/clock.ts";
import type { WorldClock } from "../suites/earshot/world.ts";

/** One clock for the nodes of a test and their database. It stands still until it is moved. */
export interface SharedClock extends Omit<Clock, "now">, WorldClock {
  /** Time does not continue until this has ended. */
  awaited<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

const START = Date.UTC(2026, 0, 1);
/** After this many idle turns of the event loop, no more work is expected. */
const QUIET_TURNS = 4;

/**
 * Jumps ahead at once and then runs what is due, as a machine does after sleep: running jobs every
 * few seconds through a whole year would take forever.
 */
export function createSharedClock(setDatabase: (ms: number) => Promise<void>): SharedClock {
  const timers = new Set<Timer>();
  let now = START;
  let elapsed = 0;
  let slept = 0;
  /** How far it was set back, less what a tenth of the time since has made up for. */
  let back = 0;
  let working = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns = working > 0 ? 0 : turns + 1) await nextTurn();
  }

  function nextDue(): Timer | undefined {
    const due = [...timers].filter(({ at }) => at <= elapsed);
    return due.toSorted((a, b) => a.at - b.at)[0];
  }

  /**
   * The database goes first: what is over for a node must be over for the database too. A node that
   * looks in between sees both the former time and the former `elapsed`, or neither: seen apart, a
   * sleep would be a jump of the clock.
   */
  async function move(ms: number, note: () => void): Promise<void> {
    const next = now + ms;
    await setDatabase(next);
    now = next;
    note();
  }

  async function leap(ms: number): Promise<void> {
    await quiet();
    await move(ms, () => {
      elapsed += ms;
      back = Math.max(back - ms / 10, 0);
    });
    for (let timer = nextDue(); timer !== undefined; timer = nextDue()) {
      timers.delete(timer);
      timer.action();
      await quiet();
    }
  }

  /** One movement of time after another. */
  function after(movement: () => Promise<void>): Promise<void> {
    const moved = last.then(movement);
    last = moved.catch(() => {});
    return moved;
  }

  return {
    now: () => now,
    elapsed: () => elapsed + slept,
    after(ms, action) {
      const timer = { at: elapsed + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    soon: (action) => void setImmediate(action),
    async awaited(work) {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
      }
    },
    advance: (ms) => after(() => leap(ms)),
    jump: (ms) =>
      after(() =>
        move(ms, () => {
          back -= ms;
          slept += Math.max(-back, 0);
          back = Math.max(back, 0);
        }),
      ),
  };
}
