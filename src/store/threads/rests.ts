import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** How many times its own length a step of a long read rests, for others to work. */
const REST = 2;
/** After a write within this time, more writes are expected. */
const BUSY_MS = 1_000;

/** Resolves when the next step may begin; a step is what is done between two rests. */
export type Rest = () => Promise<void>;

/** For a database that nobody else can open. */
export const noRest: Rest = async () => {};

/** The mark of a database that cannot tell whether anybody writes. */
export const assumedBusy = () => performance.now();

/**
 * Rests after each step while others write. On a busy machine or a slow disk a step takes longer, and so
 * does the rest. `mark` changes whenever others have written.
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
