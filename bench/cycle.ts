import type { Figure, Measured, Run } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { runCycles } from "./load.ts";
import { meter, type Slice } from "./meter.ts";
import { inPairs } from "./pairs.ts";
import { withPostgres } from "./postgres.ts";
import { startTarget, type Target, withBoth } from "./target.ts";

const CONCURRENCY = 32;

const COMMON = { unit: "cycles/s", judged: "ratio", better: "more", aim: 0.65 } as const;

export const cycle: Figure = {
  ...COMMON,
  name: "cycle.sqlite.c32",
  atLeast: 0.5,
  what: "questions asked, waited for and answered, 32 at once; product ÷ limit",
  measure: (run) => withBoth((product, limit) => compare(run, "perSecond", [product, limit])),
};

export const cycleCost: Figure = {
  name: "cycle.cost",
  what: "processor time of a warm server for one of these cycles; product ÷ limit",
  unit: "µs",
  judged: "ratio",
  better: "less",
  atLeast: 2,
  aim: 1.55,
  measure: (run) => withBoth((product, limit) => compare(run, "cost", [product, limit])),
};

export const cyclePostgres: Figure = {
  ...COMMON,
  name: "cycle.postgres.c32",
  atLeast: 0.4,
  what: "the same over PostgreSQL; product ÷ limit, which is woken by NOTIFY",
  measure: (run) =>
    withPostgres((newDatabase) =>
      inFolder(async (folder) => {
        const product = await startTarget("product", {
          folder,
          postgres: await newDatabase("product"),
        });
        const limit = await startTarget("limit", { folder, postgres: await newDatabase("bare") });
        try {
          return await compare(run, "perSecond", [product, limit]);
        } finally {
          await Promise.all([product.kill(), limit.kill()]);
        }
      }),
    ),
};

async function compare(
  { isQuick, note }: Run,
  what: keyof Slice,
  targets: readonly [product: Target, limit: Target],
): Promise<Measured> {
  const [pairs, ms, warmUpMs] = isQuick ? [2, 100, 100] : [41, 400, 4_000];
  const sides = targets.map((target) =>
    meter({
      name: target.name,
      servers: [target],
      load: (sliceMs) => runCycles(target, { concurrency: CONCURRENCY, ms: sliceMs }),
    }),
  );
  const [first, second] = sides;
  if (first === undefined || second === undefined) throw new Error("There are two sides.");
  for (const side of sides) await side.run(warmUpMs);
  const compared = await inPairs({
    pairs,
    first: async () => (await first.run(ms))[what],
    second: async () => (await second.run(ms))[what],
  });
  note(`${pairs} pairs of ${ms} ms; half of the ratios lie in ${compared.spread}`);
  for (const side of sides) note(side.summary());
  return { value: compared.first, reference: compared.second, ratio: compared.ratio };
}
