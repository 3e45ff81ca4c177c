import type { Meter } from "./expression.ts";

/** Steps, elements and characters of one decision. */
const MAX_UNITS = 80_000;

/** Why nothing more is judged, as the end of a sentence. */
export const SPENT = "the call is too large to be judged";

export function createMeter(): Meter {
  let left = MAX_UNITS;
  return {
    get isSpent() {
      return left < 0;
    },
    take(units) {
      left -= units;
      if (left < 0) throw new Error(SPENT);
    },
  };
}
