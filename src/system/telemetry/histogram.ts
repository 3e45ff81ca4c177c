import type { Histogram } from "../../ports/system/figures.ts";

export interface Observing {
  observe(value: number): void;
  read(): Histogram;
}

/** Counts values by the upper bounds of buckets, in ascending order. */
export function createHistogram(bounds: readonly number[]): Observing {
  const counts = Array.from<number>({ length: bounds.length + 1 }).fill(0);
  let sum = 0;
  return {
    observe(value) {
      const found = bounds.findIndex((bound) => value <= bound);
      const index = found === -1 ? bounds.length : found;
      counts[index] = (counts[index] ?? 0) + 1;
      sum += value;
    },
    read: () => ({ bounds, counts: [...counts], sum }),
  };
}
