import type { Figure } from "./figure.ts";
import {
  MANY,
  overwritesPerSecond,
  withBothSides,
  writeAll,
  writesPerSecond,
} from "./memory-sides.ts";
import { inPairs } from "./pairs.ts";

export const memoryWrite: Figure = {
  name: "memory.write",
  what: "memory entries of 200 bytes written one after the other, in process; product ÷ a bare prepared statement",
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
        await writesPerSecond(side, { ms: warmUpMs, concurrency: MANY });
      }
      const one = { ms, concurrency: 1 };
      const compared = await inPairs({
        pairs,
        first: () => writesPerSecond(product, one),
        second: () => writesPerSecond(limit, one),
      });
      note(`half of the ratios lie in ${compared.spread}`);
      const over = await inPairs({
        pairs,
        first: () => overwritesPerSecond(product, one),
        second: () => overwritesPerSecond(limit, one),
      });
      note(`written over, with an earlier version kept each time: ${over.ratio.toFixed(2)}`);
      const many = await inPairs({
        pairs,
        first: () => writesPerSecond(product, { ms, concurrency: MANY }),
        second: () => writesPerSecond(limit, { ms, concurrency: MANY }),
      });
      note(`${MANY} at once, which share a commit: ${many.ratio.toFixed(2)}`);
      return { value: compared.first, reference: compared.second, ratio: compared.ratio };
    });
  },
};
