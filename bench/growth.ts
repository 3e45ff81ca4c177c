import { join } from "node:path";
import type { Figure, Run } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { runCycles } from "./load.ts";
import { inPairs } from "./pairs.ts";
import { startTarget, type Target } from "./target.ts";

const CONCURRENCY = 32;

export const growth: Figure = {
  name: "growth.1m",
  what: "cost of a cycle at 1,000,000 stored requests ÷ at 1,000",
  unit: "ms",
  judged: "ratio",
  better: "less",
  atLeast: 1.3,
  aim: 1.1,

  async measure(run) {
    // Few and short slices, since each one adds to what the small server has stored.
    const [pairs, ms, warmUpMs] = run.isQuick ? [2, 100, 100] : [31, 150, 1_000];
    return await inFolder(async (folder) => {
      const large = await startFilled(run, join(folder, "large"), run.isQuick ? 5_000 : 1_000_000);
      const small = await startFilled(run, join(folder, "small"), 1_000);
      try {
        for (const { cost } of [large, small]) await cost(warmUpMs);
        const compared = await inPairs({
          pairs,
          first: () => large.cost(ms),
          second: () => small.cost(ms),
        });
        run.note(`${pairs} pairs of ${ms} ms; half of the ratios lie in ${compared.spread}`);
        run.note(`at the end they stored ${large.stored()} and ${small.stored()}`);
        return { value: compared.first, reference: compared.second, ratio: compared.ratio };
      } finally {
        await Promise.all([large.target.kill(), small.target.kill()]);
      }
    });
  },
};

/** One of 200 stored requests is open. */
const OPEN_SHARE = 0.005;

interface Filled {
  readonly target: Target;
  /** Milliseconds that the server needs for one cycle, over `ms`. */
  cost(ms: number): Promise<number>;
  stored(): number;
}

async function startFilled({ note }: Run, data: string, count: number): Promise<Filled> {
  const began = performance.now();
  const open = Math.ceil(count * OPEN_SHARE);
  await fill(data, { answered: count - open, open });
  const seconds = (performance.now() - began) / 1_000;
  note(`stored ${count} requests, ${open} of them open, in ${seconds.toFixed(1)} s`);
  const target = await startTarget("product", data);
  let stored = count;
  return {
    target,
    stored: () => stored,
    async cost(ms) {
      const { cycles, perSecond } = await runCycles(target, { concurrency: CONCURRENCY, ms });
      stored += cycles;
      return 1_000 / perSecond;
    },
  };
}
