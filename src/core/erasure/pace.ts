import type { Clock } from "../../ports/system/clock.ts";

/** One step of upkeep keeps others from the store no longer than this. */
const STEP_MS = 8;
/** The rest after a step is this many times as long as the step. */
const REST = 4;
const MIN_REST_MS = 5;
const FIRST = 8;
const MOST = 200;
/** How much larger than the last step the next may be. */
const GROWTH = 2;

/** Keeps upkeep unnoticeable: it runs in measured steps with rests between. */
export interface Pace {
  /** The size of the next step. */
  size(): number;
  /** Does a step of that size; resolves with the rest to take after it, in milliseconds. */
  step(work: () => Promise<void>): Promise<number>;
}

/**
 * Measures what other calls feel: a step waits its turn among them. On a busy or slow store the
 * steps get smaller and the rests longer.
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
