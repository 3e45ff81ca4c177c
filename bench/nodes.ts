import { copyFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readKeyFile } from "../src/system/data-folder.ts";
import { bearer } from "./connections.ts";
import type { Figure, Measured, Run } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { foundWorkspace } from "./found-workspace.ts";
import { runCycles } from "./load.ts";
import { meter } from "./meter.ts";
import { inPairs } from "./pairs.ts";
import { withPostgres } from "./postgres.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { type Keys, type Target, targetOf } from "./target.ts";

const PRODUCT = new URL("./servers/product.ts", import.meta.url);
const CONCURRENCY = 64;
/** With fewer processors, two nodes, PostgreSQL and the clients have nothing to share. */
const CORES = 4;

/** Two nodes over one PostgreSQL, and the keys of two workspaces, which both nodes accept. */
export interface Nodes {
  readonly first: ServerProcess;
  readonly second: ServerProcess;
  readonly home: Keys;
  readonly abroad: Keys;
}

export async function withNodes<T>(use: (nodes: Nodes) => Promise<T>): Promise<T> {
  return await withPostgres((newDatabase) =>
    inFolder((one) =>
      inFolder(async (other) => {
        const url = await newDatabase("nodes");
        const first = await startProcess(PRODUCT, one, url);
        copyFileSync(join(one, "deployment.key"), join(other, "deployment.key"));
        const second = await startProcess(PRODUCT, other, url);
        try {
          const home = keysOf((name) => readKeyFile(one, name) ?? "");
          const founded = await foundWorkspace(url, "abroad");
          const abroad = keysOf((name) => founded[name]);
          return await use({ first, second, home, abroad });
        } finally {
          await Promise.all([first.kill(), second.kill()]);
        }
      }),
    ),
  );
}

function keysOf(secretOf: (name: keyof Keys) => string): Keys {
  return { agent: bearer(secretOf("agent")), operator: bearer(secretOf("operator")) };
}

/** Asks and waits at one node, answers at the other. */
export function across(asked: ServerProcess, answered: ServerProcess, keys: Keys): Target {
  const here = targetOf("product", asked, keys);
  const there = targetOf("product", answered, keys);
  return { ...here, answer: there.answer };
}

/** Asked on one node and answered on the other; half of the load in `home`, half in `otherHalf`. */
function ofTwoNodes(
  shown: Pick<Figure, "name" | "what" | "atLeast" | "aim">,
  otherHalf: "home" | "abroad",
): Figure {
  return {
    ...shown,
    unit: "cycles/s",
    judged: "ratio",
    better: "more",
    measure: (run) =>
      withNodes((nodes) => {
        const { first, second, home, [otherHalf]: other } = nodes;
        return compare(run, nodes, {
          one: [across(first, first, home), across(first, first, other)],
          two: [across(first, second, home), across(second, first, other)],
        });
      }),
  };
}

export const nodesTwo = ofTwoNodes(
  {
    name: "nodes.2",
    what: "asked on one node, answered on the other, two workspaces, 64 at once; two nodes ÷ one",
    atLeast: 1.4,
    aim: 1.8,
  },
  "abroad",
);

export const nodesTwoOne = ofTwoNodes(
  {
    name: "nodes.2.one",
    what: "the same within one workspace; two nodes ÷ one",
    atLeast: 0.9,
    aim: 1.2,
  },
  "home",
);

/** Runs both sides at once, each with half of the load. */
async function compare(
  { isQuick, note }: Run,
  { first, second }: Nodes,
  sides: { readonly one: readonly Target[]; readonly two: readonly Target[] },
): Promise<Measured> {
  const [pairs, ms, warmUpMs] = isQuick ? [2, 100, 100] : [31, 500, 4_000];
  const metered = (name: string, targets: readonly Target[]) =>
    meter({
      name,
      servers: [first, second],
      load: async (sliceMs) => {
        const share = { concurrency: CONCURRENCY / targets.length, ms: sliceMs };
        const done = await Promise.all(targets.map((target) => runCycles(target, share)));
        const sum = (of: (one: (typeof done)[number]) => number) =>
          done.reduce((total, one) => total + of(one), 0);
        return { cycles: sum(({ cycles }) => cycles), perSecond: sum((one) => one.perSecond) };
      },
    });
  const two = metered("two nodes", sides.two);
  const one = metered("one node", sides.one);
  for (const side of [two, one]) await side.run(warmUpMs);
  const compared = await inPairs({
    pairs,
    first: async () => (await two.run(ms)).perSecond,
    second: async () => (await one.run(ms)).perSecond,
  });
  note(`${pairs} pairs of ${ms} ms; half of the ratios lie in ${compared.spread}`);
  for (const side of [two, one]) note(side.summary());
  const cores = availableParallelism();
  if (cores < CORES) note(`Only ${cores} processors: nodes, PostgreSQL and clients share them.`);
  return { value: compared.first, reference: compared.second, ratio: compared.ratio };
}
