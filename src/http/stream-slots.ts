import { EarshotError } from "../domain/errors.ts";

const MAX_STREAMS = 2_000;

/** Limits how many streams one principal can hold open. */
export interface StreamSlots {
  /** Throws RATE_LIMITED if all are taken; the returned function gives the slot back, once. */
  take(principal: string): () => void;
}

export function createStreamSlots(max = MAX_STREAMS): StreamSlots {
  const taken = new Map<string, number>();
  return {
    take(principal) {
      const count = taken.get(principal) ?? 0;
      if (count >= max) {
        throw new EarshotError(
          "RATE_LIMITED",
          `This key has ${count} streams open, which is the limit. Close some first.`,
          { details: { streams: count } },
        );
      }
      taken.set(principal, count + 1);
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        const left = (taken.get(principal) ?? 1) - 1;
        if (left === 0) taken.delete(principal);
        else taken.set(principal, left);
      };
    },
  };
}
