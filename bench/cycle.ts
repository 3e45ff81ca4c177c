import type { Figure } from "./figure.ts";
import { runCycles } from "./load.ts";
import { inPairs } from "./pairs.ts";
import { type Target, withBoth } from "./target.ts";

const CONCURRENCY = 32;

export const cycle: Figure = {
  name: "cycle.sqlite.c32",
  what: "questions asked, waited for and answered, 32 at once; product ÷ limit",
  unit: "cycles/s",
  judged: "ratio",
  better: "more",
  atLeast: 0.45,
  aim: 0.65,

  async measure({ isQuick, note }) {
    const [pairs, ms, warmUpMs] = isQuick ? [2, 100, 100] : [41, 400, 4_000];
    return await withBoth(async (product, limit) => {
      const sides = { product: meter(product), limit: meter(limit) };
      for (const { run } of Object.values(sides)) await run(warmUpMs);
      const compared = await inPairs({
        pairs,
        first: () => sides.product.run(ms),
        second: () => sides.limit.run(ms),
      });
      note(`${pairs} pairs of ${ms} ms; half of the ratios lie in ${compared.spread}`);
      for (const { summary } of Object.values(sides)) note(summary());
      return { value: compared.first, reference: compared.second, ratio: compared.ratio };
    });
  },
};

interface Meter {
  /** Runs cycles for `ms`; returns how many end in a second. */
  run(ms: number): Promise<number>;
  /** What a cycle cost the server, warm-up included. */
  summary(): string;
}

function meter(target: Target): Meter {
  let cpuMs = 0;
  let cycles = 0;
  return {
    async run(ms) {
      const before = await target.report();
      const done = await runCycles(target, { concurrency: CONCURRENCY, ms });
      cpuMs += (await target.report()).cpuMs - before.cpuMs;
      cycles += done.cycles;
      return done.perSecond;
    },
    summary: () =>
      `${target.name}: ${((cpuMs / cycles) * 1_000).toFixed(0)} µs of processor time a cycle`,
  };
}
