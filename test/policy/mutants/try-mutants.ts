import { globSync } from "node:fs";
import { join } from "node:path";
import { loadPolicy } from "../../../src/cli/policy/read-policy-file.ts";
import { checkPolicy } from "../../../src/domain/policy/checks/check-rules.ts";
import { type CompiledPolicy, compilePolicy } from "../../../src/domain/policy/decide.ts";
import { overlaps } from "../../../src/domain/policy/reach/overlaps.ts";
import { createRandom } from "../../../src/testing/simulator/random.ts";
import { type BruteForce, createBruteForce } from "./brute-force.ts";
import { type Candidates, callsOf, candidatesOf, newCandidates } from "./calls.ts";
import { type Mutant, mutate } from "./mutate.ts";

const ROOT = join(import.meta.dirname, "../../..");

export interface Tally {
  /** Mutants with a rule that decides nothing, and those where the check tells each such rule. */
  dead: number;
  told: number;
  /** Mutants whose rules all decide something. */
  alive: number;
  /** Those with a rule that allows before one that denies. */
  overlapping: number;
  overlapsTold: number;
  /** What is told of a rule that decides something; it has to be empty. */
  readonly wrong: string[];
  readonly missed: string[];
}

interface Source {
  readonly compiled: CompiledPolicy;
  readonly candidates: Candidates;
  readonly force: BruteForce;
}

/** Makes mutants of the example policies until so many are dead and so many alive, and asks the check about each. */
export async function tryMutants({
  each,
  seed,
}: {
  readonly each: number;
  readonly seed: number;
}): Promise<Tally> {
  const random = createRandom(seed);
  const files = globSync("examples/policies/*.yaml", { cwd: ROOT }).sort();
  const loaded = await Promise.all(files.map((file) => loadPolicy(join(ROOT, file))));
  const sources = loaded.map(({ compiled }): Source => {
    const candidates = candidatesOf(compiled);
    return { compiled, candidates, force: createBruteForce(callsOf(compiled, candidates)) };
  });
  const tally: Tally = {
    dead: 0,
    told: 0,
    alive: 0,
    overlapping: 0,
    overlapsTold: 0,
    wrong: [],
    missed: [],
  };
  while (tally.dead < each || tally.alive < each) {
    const source = random.pick(sources);
    const mutant = mutate(source.compiled, random);
    const made = mutant && readOr(mutant.policy, source.compiled);
    if (mutant !== undefined && made !== undefined) count(tally, { mutant, made, source, each });
  }
  return tally;
}

interface Tried {
  readonly mutant: Mutant;
  readonly made: CompiledPolicy;
  readonly source: Source;
  readonly each: number;
}

function count(tally: Tally, { mutant, made, source, each }: Tried): void {
  const dead = deadIn(made, source);
  if (dead.length > 0 ? tally.dead >= each : tally.alive >= each) return;
  const told = checkPolicy(made, undefined).map(({ rule }) => rule);
  const missed = dead.filter((name) => !told.includes(name));
  tally.alive += Number(dead.length === 0);
  tally.dead += Number(dead.length > 0);
  tally.told += Number(dead.length > 0 && missed.length === 0);
  const say = (name: string) => `${mutant.kind}, ${name}`;
  tally.missed.push(...missed.map(say));
  tally.wrong.push(...told.filter((name) => !dead.includes(name)).map(say));
  const over = source.force.overlapping(made);
  const overTold = overlaps(made).map(({ rule }) => rule);
  tally.overlapping += over.length;
  tally.overlapsTold += over.filter((name) => overTold.includes(name)).length;
  tally.missed.push(
    ...over.filter((name) => !overTold.includes(name)).map((name) => `overlap: ${say(name)}`),
  );
}

/** Of what decides none of the known calls, what decides none near its own constants either. */
function deadIn(made: CompiledPolicy, { force, candidates }: Source): readonly string[] {
  const dead = force.dead(made);
  if (dead.length === 0) return dead;
  const more = createBruteForce(callsOf(made, newCandidates(made, candidates))).dead(made);
  return dead.filter((name) => more.includes(name));
}

/** Not every edit of an expression is one. */
function readOr(
  policy: CompiledPolicy["policy"],
  { expressions }: CompiledPolicy,
): CompiledPolicy | undefined {
  try {
    return compilePolicy(policy, expressions);
  } catch {
    return undefined;
  }
}
