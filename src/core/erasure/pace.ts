import type { Clock } from "../../ports/system/clock.ts";

/** One step of upkeep is to keep the store from others no longer than this. */
const STEP_MS = 8;
/** And leaves it to them for so many times as long before the next. */
const REST = 4;
const MIN_REST_MS = 5;
const FIRST = 8;
const MOST = 200;
/** How much more than the last step the next may take on. */
const GROWTH = 2;

/** How upkeep goes on without being felt: in steps that are measured, with rests between. */
export interface Pace {
  /** How much the next step takes on. */
  size(): number;
  /** Does a step of that size, and resolves with how long to rest after it, in milliseconds. */
  step(work: () => Promise<void>): Promise<number>;
}

/**
 * Measures what calls of agents and people feel: a step waits its turn among them, so that where the
 * store is busy or slow the steps become smaller and the rests longer.
 */
export function createPace({ now }: Pick<Clock, "now">): Pace {
  let size = FIRST;
  return {
    size: () => size,
    async step(work) {
      const began = now();
      await work();
      const tookMs = now() - began;
      const fitting = tookMs <= 0 ? size * GROWTH : (size * STEP_MS) / tookMs;
      size = Math.round(Math.min(Math.max(fitting, 1), size * GROWTH, MOST));
      return Math.max(tookMs * REST, MIN_REST_MS);
    },
  };
}
