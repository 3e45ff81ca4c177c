import { spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatDuration } from "../src/domain/duration.ts";
import { readClosing } from "./closing-line.ts";
import {
  cellsLeft,
  type ProofLine,
  proofFile,
  readProofLines,
  sumOf,
} from "./proofs/proof-lines.ts";
import {
  PROOFS,
  type Proof,
  type ProofName,
  type ProofRun,
  provingVariables,
} from "./proofs/proofs.ts";
import { commitOfClone, git, machine } from "./result-file.ts";

/*
 * npm run prove [-- NAME…] [--more COUNT] [--seed SEED] [--list]
 * Takes each proof, or those that are named, run by run to its full volume. Every run appends a line to
 * results/NAME.jsonl, so one that was interrupted goes on where it was; what was proved of other sources
 * than those of today does not count, and neither does what could not be tried here: its line says why.
 * A cell behind the name of its proof takes that alone: npm run prove -- bridges ai.
 * --more goes on beyond the full volume; --list tells how far each is.
 */
const MAX_SEED = 2 ** 31;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    more: { type: "string" },
    seed: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const cellsNamed = new Set(positionals.filter(isCell));
const names =
  positionals.length === 0
    ? (Object.keys(PROOFS) as ProofName[])
    : positionals.filter((one) => !cellsNamed.has(one)).map(known);
const sources = sourcesDigest();
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());

for (const name of names) {
  if (interrupted.signal.aborted) break;
  if (options.list) console.log(stateOf(name));
  else await prove(name);
}

/** Whether it names a cell of the proof that is named before it. */
function isCell(one: string, index: number): boolean {
  const before = positionals.slice(0, index).findLast((name) => Object.hasOwn(PROOFS, name));
  const { cells = [] }: Partial<Proof> = before === undefined ? {} : PROOFS[before as ProofName];
  return cells.includes(one);
}

function known(name: string): ProofName {
  if (Object.hasOwn(PROOFS, name)) return name as ProofName;
  console.error(`There is no proof ${name}. There are ${Object.keys(PROOFS).join(", ")}.`);
  process.exit(2);
}

/**
 * The committed sources of the product, which are what is proved. Undefined if they have changed
 * since.
 */
function sourcesDigest(): string | undefined {
  const what = [
    "--",
    ":/src",
    ":/package-lock.json",
    ":!/src/**/*.test.ts",
    ":!/src/**/*.test.tsx",
  ];
  if (git("status", "--porcelain", ...what) !== "") return undefined;
  const files = git("ls-files", "--stage", ...what) ?? "";
  return createHash("sha256").update(files).digest("hex").slice(0, 12);
}

/** What was proved about today's sources. */
function linesOf(name: ProofName): readonly ProofLine[] {
  return readProofLines(name).filter(({ of }) => sources !== undefined && of === sources);
}

function stateOf(name: ProofName): string {
  const { unit, full, small, cells }: Proof = PROOFS[name];
  const lines = linesOf(name);
  const { volume, violated } = sumOf(lines);
  const proved = cells === undefined ? volume : cells.length - cellsLeft(cells, lines).length;
  const faults = violated === 0 ? "" : `, ${violated} runs violated`;
  return `${name}: ${proved} of ${full} ${unit}${faults}; ${small} in npm test`;
}

type Part = Pick<ProofRun, "volume" | "cell">;

/** What is left of it, in runs. */
function runsLeft(name: ProofName): readonly Part[] {
  const { full, each, cells }: Proof = PROOFS[name];
  const more = options.more === undefined ? undefined : Number(options.more);
  const lines = linesOf(name);
  if (cells !== undefined) {
    const left = cellsNamed.size === 0 ? cellsLeft(cells, lines, more) : [...cellsNamed];
    return left.map((cell) => ({ volume: 1, cell }));
  }
  const left = more ?? full - sumOf(lines).volume;
  return Array.from({ length: Math.max(Math.ceil(left / each), 0) }, (_, index) => ({
    volume: Math.min(each, left - index * each),
    cell: undefined,
  }));
}

async function prove(name: ProofName): Promise<void> {
  console.log(`\n${name}: ${PROOFS[name].proves}`);
  if (sources === undefined) {
    console.log(
      "The sources have changes that are not committed: what is proved now will not count.",
    );
  }
  const runs = runsLeft(name);
  const started = Date.now();
  for (const [index, run] of runs.entries()) {
    if (interrupted.signal.aborted) return;
    const line = await runOnce(name, run);
    if (line === undefined) return;
    appendFileSync(proofFile(name), `${JSON.stringify(line)}\n`);
    const leftMs = ((Date.now() - started) / (index + 1)) * (runs.length - index - 1);
    console.log(
      `${name}: ${told(line)}; run ${index + 1} of ${runs.length}, ${formatDuration(leftMs)} left`,
    );
    if (line.outcome === "violated") {
      process.exitCode = 1;
      return;
    }
  }
  console.log(stateOf(name));
}

function told({ cell, outcome, seed, skipped = [] }: ProofLine): string {
  const what = cell === undefined ? "" : `"${cell}" `;
  const why = skipped.map((reason) => `, skipped: ${reason}`).join("");
  return `${what}${outcome} with seed ${seed}${why}`;
}

/** Undefined if it was interrupted. */
async function runOnce(name: ProofName, { volume, cell }: Part): Promise<ProofLine | undefined> {
  const seed = options.seed === undefined ? randomInt(1, MAX_SEED) : Number(options.seed);
  const { script, tests }: Proof = PROOFS[name];
  const args = script?.(volume, seed) ?? [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...(name === "fuzz" ? filesWithProperties() : tests),
  ];
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...provingVariables(name, { volume, seed, cell }) },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    said += text;
  });
  const [code] = await once(child, "close");
  const figures = figuresIn(said);
  const isBroken = script !== undefined && figures === undefined;
  if (interrupted.signal.aborted || isBroken) {
    console.error(`${name}: the run came to no end, and is not counted (seed ${seed}).`);
    if (isBroken) process.exitCode = 1;
    return undefined;
  }
  const outcome = outcomeOf(code, said);
  return {
    at: new Date().toISOString(),
    commit: commitOfClone(),
    of: sources ?? null,
    seed,
    volume: outcome.outcome === "skipped" ? 0 : volume,
    ...(cell !== undefined && { cell }),
    ...outcome,
    seconds: Math.round((performance.now() - began) / 1_000),
    machine: machine(),
    ...(figures !== undefined && { figures }),
  };
}

/** A run that skipped all its tests has proved nothing. */
function outcomeOf(code: unknown, said: string): Pick<ProofLine, "outcome" | "skipped"> {
  if (code !== 0) return { outcome: "violated" };
  const { counts, notTried } = readClosing(said);
  const skipped = notTried.length === 0 ? {} : { skipped: notTried };
  return { outcome: counts.passed === 0 ? "skipped" : "held", ...skipped };
}

/** What a script printed last. */
function figuresIn(said: string): Readonly<Record<string, unknown>> | undefined {
  const last = said.trim().split("\n").at(-1) ?? "";
  if (!last.startsWith("{")) return undefined;
  const { name: _name, commit: _commit, node: _node, seed: _seed, ...figures } = JSON.parse(last);
  return figures;
}

function filesWithProperties(): readonly string[] {
  return globSync("{src,test}/**/*.test.ts").filter((file) =>
    readFileSync(file, "utf8").includes("fast-check"),
  );
}
