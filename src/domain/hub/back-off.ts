import { MINUTE_MS } from "../time.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 15 * MINUTE_MS;
/** These take about an hour; people must look at a platform that is away for longer. */
export const MAX_ATTEMPTS = 12;

/**
 * How long to wait before the next attempt: doubling from a second to a quarter of an hour, spread
 * by half so that many that failed together do not come back together. `random` lies in [0, 1).
 */
export function backOffMs(attempts: number, random: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.max(attempts - 1, 0), LONGEST_MS);
  return Math.round(full * (0.5 + random / 2));
}
