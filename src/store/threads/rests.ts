import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** A step of a long read leaves the machine to others for so many times as long as it took. */
const REST = 2;
/** Whoever has written within this time will write again. */
const BUSY_MS = 1_000;

/** Resolves when the next step may begin; a step is what is done between two rests. */
export type Rest = () => Promise<void>;

/** Of a database that nobody else can open. */
export const noRest: Rest = async () => {};

/** The mark of a database that is never asked whether anybody writes. */
export const assumedBusy = () => performance.now();

/**
 * Rests after each step while others write: where the machine is busy or its disk slow a step takes
 * longer, and the rest with it. `mark` is another whenever others have written.
 */
export async function createRest(mark: () => unknown): Promise<Rest> {
  let last = await mark();
  let writtenAt = Number.NEGATIVE_INFINITY;
  let began = performance.now();
  return async () => {
    const now = performance.now();
    const tookMs = now - began;
    const next = await mark();
    if (next !== last) writtenAt = now;
    last = next;
    if (now - writtenAt < BUSY_MS) await pause(tookMs * REST);
    began = performance.now();
  };
}
