import type { Figure } from "./figure.ts";
import { readsPerSecond, withBothSides, writeAll } from "./memory-sides.ts";
import { inPairs } from "./pairs.ts";

export const memoryRead: Figure = {
  name: "memory.read",
  what: "memory entries of 200 bytes read one after the other, in process; product ÷ a bare prepared statement",
  unit: "calls/s",
  judged: "ratio",
  better: "more",
  atLeast: 0.5,
  aim: 0.7,

  async measure({ isQuick, note }) {
    const [pairs, ms, warmUpMs] = isQuick ? [2, 50, 50] : [41, 200, 2_000];
    return await withBothSides(async (product, limit) => {
      for (const side of [product, limit]) {
        await writeAll(side);
        await readsPerSecond(side, { ms: warmUpMs, concurrency: 1 });
      }
      const compared = await inPairs({
        pairs,
        first: () => readsPerSecond(product, { ms, concurrency: 1 }),
        second: () => readsPerSecond(limit, { ms, concurrency: 1 }),
      });
      note(`half of the ratios lie in ${compared.spread}`);
      return { value: compared.first, reference: compared.second, ratio: compared.ratio };
    });
  },
};
