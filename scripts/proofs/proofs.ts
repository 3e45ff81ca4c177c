/*
 * What is proved by volume. `npm test` takes the small volume of each with fixed seeds; `npm run prove`
 * goes on to the full one with new seeds, run by run, and what it finds becomes a fixed case.
 */

import { present } from "../../src/domain/present.ts";
import { KILLS } from "./kills.ts";
import { PRODUCTS } from "./products.ts";
import { OPERATORS } from "./proof-cells.ts";
import { hours, mutants, simulate } from "./proof-scripts.ts";
import { RIGS } from "./rigs.ts";

export interface Proof {
  readonly proves: string;
  /** What its volume counts. */
  readonly unit: string;
  /** In `npm test`. */
  readonly small: number;
  /** The volume of `npm run prove`, in runs of `each`. */
  readonly full: number;
  readonly each: number;
  /** For volumes made of named cells, each of which is proved by a run of its own. */
  readonly cells?: readonly string[];
  /** The tests that prove it. If there is no script, they also prove the full volume. */
  readonly tests: readonly string[];
  /**
   * A script that proves it and shows progress. It ends with its figures as one JSON line, and
   * exits with 0 if it holds.
   */
  readonly script?: (volume: number, seed: number) => readonly string[];
}

export const PROOFS = {
  ...KILLS,
  "faults-crash": {
    proves: "the crash harness sees each kind of fault that is put into a server",
    unit: "faults",
    small: 1,
    full: 8,
    each: 8,
    tests: ["test/crash/crash.test.ts"],
  },
  "faults-hub": {
    proves: "the harness of the hub sees each kind of fault that is put into its server",
    unit: "faults",
    small: 1,
    full: 2,
    each: 2,
    tests: ["test/crash/hub.test.ts"],
  },
  "faults-host": {
    proves: "the harness of hosts sees each kind of fault that is put into one",
    unit: "faults",
    small: 1,
    full: 2,
    each: 2,
    tests: ["test/crash/host.test.ts"],
  },
  "faults-simulate-nodes": {
    proves: "the simulator over PostgreSQL sees each fault that is put into its database",
    unit: "faults",
    small: 0,
    full: 2,
    each: 2,
    tests: ["test/postgres/simulator.test.ts"],
  },
  "crash-liaison": {
    proves: "a conversation of the liaison comes to the same end, wherever a kill falls",
    unit: "kills a step",
    small: 1,
    full: 4,
    each: 4,
    tests: ["test/liaison/kills.test.ts"],
  },
  hours: {
    proves: "an hour of sixty requests is worked off on the page, by keys, pointer and thumb",
    unit: "operators",
    small: 0,
    full: OPERATORS.length,
    each: 1,
    cells: OPERATORS,
    tests: ["test/inbox/hours.test.ts"],
    script: hours,
  },
  simulate: {
    proves: "the invariants hold in simulated worlds full of faults",
    unit: "worlds",
    small: 3,
    full: 10_000,
    each: 500,
    tests: ["test/simulator.test.ts"],
    script: simulate(),
  },
  "simulate-nodes": {
    proves: "the invariants hold in simulated worlds over PostgreSQL",
    unit: "worlds",
    small: 1,
    full: 500,
    each: 20,
    tests: ["test/postgres/simulator.test.ts"],
    script: simulate("--postgres"),
  },
  experiments: {
    proves: "a run that is killed at any record of its log doubles and loses nothing",
    unit: "kills",
    small: 16,
    full: 1_000,
    each: 200,
    tests: ["test/host/kills.test.ts"],
  },
  "redeem-kills": {
    proves: "a grant is used at most once though the server is killed as it is redeemed",
    unit: "kills",
    small: 2,
    full: 200,
    each: 50,
    tests: ["test/authority/redeem-kill.test.ts"],
  },
  "redeem-races": {
    proves: "of 64 who redeem one grant at once one may",
    unit: "races",
    small: 5,
    full: 10_000,
    each: 1_000,
    tests: ["test/authority/redeem-race.test.ts"],
  },
  held: {
    proves: "a held decision is sent once or taken back, never both",
    unit: "decisions",
    small: 60,
    full: 10_000,
    each: 10_000,
    tests: ["test/authority/held.test.ts"],
  },
  votes: {
    proves: "votes end as a model of quorums does",
    unit: "sequences",
    small: 12,
    full: 4_000,
    each: 400,
    tests: ["test/authority/votes-model.test.ts"],
  },
  attacker: {
    proves: "what one person reaches by real calls, policy check --as-attacker has named",
    unit: "worlds",
    small: 1,
    full: 300,
    each: 20,
    tests: ["test/alone/attacker.test.ts"],
  },
  mutants: {
    proves: "of rules that decide nothing the check tells nine of ten, and of no other",
    unit: "dead and as many live mutants",
    small: 20,
    full: 200,
    each: 100,
    tests: ["test/policy/policy-mutants.test.ts"],
    script: mutants,
  },
  digests: {
    proves: "an action that differs in anything has another digest",
    unit: "pairs",
    small: 2_500,
    full: 1_000_000,
    each: 100_000,
    tests: ["test/authority/digest-mutations.test.ts"],
  },
  characters: {
    proves: "no code point hides or is obeyed in what people are shown",
    unit: "blocks",
    small: 700,
    full: 4_352,
    each: 4_352,
    tests: [
      "src/render/contents/request-content-properties.test.ts",
      "src/render/shown-json.test.ts",
      "src/render/visible-text.test.ts",
    ],
  },
  disguises: {
    proves: "nothing that agents write is taken for a part of the page",
    unit: "disguises",
    small: 6,
    full: 1_000,
    each: 1_000,
    tests: ["test/inbox/attacks.test.ts"],
  },
  patterns: {
    proves: "a search for a hostile pattern is refused or ends, and holds up nobody",
    unit: "patterns",
    small: 6,
    full: 2_000,
    each: 400,
    tests: ["test/memory/pattern-search.test.ts"],
  },
  "policy-decisions": {
    proves: "no decision takes longer than 20 ms, whatever conditions and arguments are",
    unit: "pairs",
    small: 200,
    full: 1_000_000,
    each: 50_000,
    tests: ["test/policy/decision-bound.test.ts"],
  },
  "memory-names": {
    proves: "keys, runs, prefixes and patterns of memory are taken or refused as the rules say",
    unit: "names",
    small: 2_500,
    full: 1_000_000,
    each: 100_000,
    tests: ["test/memory/scope.test.ts"],
  },
  "memory-calls": {
    proves: "whatever an agent calls, it sees and changes nothing of another's memory",
    unit: "calls",
    small: 150,
    full: 30_000,
    each: 3_000,
    tests: ["test/memory/scope.test.ts"],
  },
  undo: {
    proves: "what init wrote is taken out again, and every file of a client is as it was",
    unit: "files",
    small: 5,
    full: 400,
    each: 40,
    tests: ["src/cli/init/undo.test.ts"],
  },
  bench: {
    proves: "every figure can be measured, those over PostgreSQL and in the browser too",
    unit: "figures",
    small: 2,
    full: 53,
    each: 45,
    tests: ["test/bench.test.ts"],
  },
  ...RIGS,
  ...PRODUCTS,
  fuzz: {
    proves: "every property of the tests holds for inputs that nobody thought of",
    unit: "rounds",
    small: 0.25,
    full: 20,
    each: 1,
    tests: [],
  },
} as const satisfies Readonly<Record<string, Proof>>;

export type ProofName = keyof typeof PROOFS;

const FIXED_SEED = 20_261_126;
const {
  EARSHOT_PROVE,
  EARSHOT_PROVE_CELL,
  EARSHOT_PROVE_VOLUME,
  EARSHOT_PROVE_SEED,
  EARSHOT_TEST_WHOLE,
} = process.env;

/** How much of it this test run covers. */
export function volumeOf(name: ProofName): number {
  return EARSHOT_PROVE === name ? Number(EARSHOT_PROVE_VOLUME) : PROOFS[name].small;
}

/** How many cases of a property this test run tries, of those that one round of `fuzz` tries. */
export function casesOf(round: number): number {
  return EARSHOT_TEST_WHOLE === "1" ? round : Math.ceil(round * volumeOf("fuzz"));
}

/** The cells that this test run covers; undefined in `npm test`. */
export function provenCell(name: ProofName): string | undefined {
  return EARSHOT_PROVE === name ? EARSHOT_PROVE_CELL : undefined;
}

/** The seed of this test run: always the same, except under `npm run prove`. */
export function provenSeed(): number {
  return Number(EARSHOT_PROVE_SEED ?? FIXED_SEED);
}

/** What `npm run prove` passes to the tests. */
export function provingVariables(name: ProofName, { volume, seed, cell }: ProofRun) {
  return {
    EARSHOT_PROVE: name,
    EARSHOT_PROVE_VOLUME: String(volume),
    EARSHOT_PROVE_SEED: String(seed),
    ...present({ EARSHOT_PROVE_CELL: cell }),
  };
}

/** What one run of a proof takes. */
export interface ProofRun {
  readonly volume: number;
  readonly seed: number;
  readonly cell: string | undefined;
}
