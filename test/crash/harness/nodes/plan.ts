import type { Random } from "../../../../src/testing/simulator/random.ts";

/**
 * What happens to a deployment in one cycle. Nodes are killed, database back-ends are ended, or
 * PostgreSQL stops as in a crash. Or a commit's connection is cut, before PostgreSQL gets the
 * commit or after it is done.
 */
export const HARMS = ["node", "backend", "server", "cut"] as const;
export type Harm = (typeof HARMS)[number];

export type Blow =
  | { readonly harm: "node"; readonly nodes: readonly number[] }
  | { readonly harm: "backend"; readonly isAll: boolean }
  | { readonly harm: "server" }
  /** The commit with this number, counted from now. */
  | { readonly harm: "cut"; readonly fate: "cut_before" | "cut_after"; readonly count: number };

export interface Plan {
  readonly blow: Blow;
  /** After the first reply of the cycle. */
  readonly afterMs: number;
}

const NODES = 2;
const MAX_TRAFFIC_MS = 60;
const MAX_COMMITS = 8;

export function planBlow(random: Random, harm: Harm): Plan {
  return { blow: blowOf(random, harm), afterMs: random.next() * MAX_TRAFFIC_MS };
}

function blowOf(random: Random, harm: Harm): Blow {
  switch (harm) {
    case "node": {
      const all = Array.from({ length: NODES }, (_, number) => number);
      return { harm, nodes: random.chance(0.15) ? all : [random.pick(all)] };
    }
    case "backend":
      return { harm, isAll: random.chance(0.3) };
    case "server":
      return { harm };
    case "cut": {
      const fate = random.chance(0.75) ? "cut_after" : "cut_before";
      return { harm, fate, count: random.int(1, MAX_COMMITS) };
    }
  }
}
