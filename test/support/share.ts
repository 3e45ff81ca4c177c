import { createHash } from "node:crypto";
import { beforeAll, type RunnerTask, type RunnerTestCase, type RunnerTestSuite } from "vitest";
import { type ProofName, provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";

/*
 * How `npm test` takes a part of a product, such as operations by roles or facts by doors: every row and
 * every column stands in it at least once, and `npm run prove` takes the whole.
 */

declare module "vitest" {
  interface TaskMeta {
    /** The proof that takes it. */
    leftTo?: ProofName;
  }
}

/** What a cell stands for: its row, its column, or pairs of them. */
type ValuesOf<C> = (cell: C) => readonly string[];

interface Sharing<C> {
  nameOf(cell: C): string;
  /** Each of these stands in a cell that is taken. */
  readonly valuesOf: ValuesOf<C>;
  /** In percent of the cells that the values do not need. */
  readonly percent: number;
  readonly seed: number;
}

/**
 * The cells that are taken, in their order. Which these are depends on names and seed alone, so that one
 * cell more leaves the others as they are.
 */
export function shareOf<C>(cells: readonly C[], sharing: Sharing<C>): readonly C[] {
  const { nameOf, valuesOf, percent, seed } = sharing;
  const rank = (cell: C) =>
    createHash("sha256")
      .update(`${seed} ${nameOf(cell)}`)
      .digest("hex");
  const ranked = cells
    .map((cell) => ({ cell, rank: rank(cell) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ cell }) => cell);
  const covered = new Set<string>();
  const taken = new Set<C>();
  for (const cell of ranked) {
    const fresh = valuesOf(cell).filter((value) => !covered.has(value));
    if (fresh.length === 0) continue;
    taken.add(cell);
    for (const value of fresh) covered.add(value);
  }
  const enough = taken.size + Math.ceil(((cells.length - taken.size) * percent) / 100);
  for (const cell of ranked) {
    if (taken.size >= enough) break;
    taken.add(cell);
  }
  return cells.filter((cell) => taken.has(cell));
}

/** EARSHOT_TEST_WHOLE=1 takes all cells of all products, to try one of them. */
export const percentOf = (proof: ProofName): number =>
  process.env["EARSHOT_TEST_WHOLE"] === "1" ? 100 : volumeOf(proof);

/** Of the cells of a product those that this run takes. */
export function cellsOf<C extends { readonly name: string }>(
  proof: ProofName,
  { of, valuesOf }: { readonly of: readonly C[]; readonly valuesOf: ValuesOf<C> },
): readonly C[] {
  const nameOf = ({ name }: C) => name;
  return shareOf(of, { nameOf, valuesOf, percent: percentOf(proof), seed: provenSeed() });
}

/** Of a fact, by its names outside in. */
type NamedBy = ValuesOf<readonly string[]>;

/** The groups that a fact stands in; one that stands in none is always taken. */
const groups: NamedBy = (names) => (names.length === 1 ? names : names.slice(0, -1));

/** The outermost group, and the fact: one that stands in no other group too is always taken. */
export const byGroup: NamedBy = ([group = "", ...fact]) => [group, `> ${fact.join(" > ")}`];

/** One fact of the file stands for all of them. */
export const byFile: NamedBy = () => ["the file"];

/** Each of the names of a fact. */
export const byName: NamedBy = (names) => names;

/**
 * Each operation and each fact is a value of its own; a fact that names no operation is always taken.
 * Where a fact proves something of every operation, `always` takes it for all of them.
 */
export function byOperation(always?: RegExp): NamedBy {
  return (names) => {
    const words = names.join(" ").split(" ");
    const operation = words.find((word) => Object.hasOwn(OPERATIONS, word));
    if (operation === undefined) return [names.join(" ")];
    const fact = words.filter((word) => word !== operation).join(" ");
    if (always === undefined) return [operation, fact];
    return always.test(fact) ? [`${operation}: ${fact}`] : [fact];
  };
}

/**
 * Of the facts that are declared in the same file or group, this run takes a share; the others say which
 * proof they are left to. `valuesOf` is given the names of a fact, outside in.
 */
export function takeShare(proof: ProofName, valuesOf: NamedBy = groups): void {
  const percent = percentOf(proof);
  if (percent >= 100) return;
  // biome-ignore lint/correctness/noEmptyPattern: a hook tells by its first argument what it wants made.
  beforeAll(({}, suite) => {
    const facts = factsIn((suite as RunnerTestSuite).tasks, []).filter(
      ({ fact }) => fact.mode === "run",
    );
    const taken = new Set(
      shareOf(facts, {
        nameOf: ({ names }) => names.join(" > "),
        valuesOf: ({ names }) => valuesOf(names),
        percent,
        seed: provenSeed(),
      }),
    );
    for (const one of facts) if (!taken.has(one)) leave(one.fact, proof);
  });
}

/** Leaves all facts of the file to their proof where `npm test` has no volume of it. */
export function takeVolume(proof: ProofName): void {
  if (volumeOf(proof) > 0) return;
  // biome-ignore lint/correctness/noEmptyPattern: a hook tells by its first argument what it wants made.
  beforeAll(({}, suite) => {
    for (const { fact } of factsIn((suite as RunnerTestSuite).tasks, [])) leave(fact, proof);
  });
}

interface Fact {
  readonly fact: RunnerTestCase;
  readonly names: readonly string[];
}

function factsIn(tasks: readonly RunnerTask[], outer: readonly string[]): readonly Fact[] {
  return tasks.flatMap((task) => {
    const names = [...outer, task.name];
    return task.type === "test" ? [{ fact: task, names }] : factsIn(task.tasks, names);
  });
}

/** Neither the fact nor what is made ready for it is run. */
function leave(fact: RunnerTestCase, proof: ProofName): void {
  const left = { state: "skip", note: `left to npm run prove -- ${proof}` } as const;
  fact.mode = "skip";
  fact.result = left;
  fact.meta.leftTo = proof;
}
