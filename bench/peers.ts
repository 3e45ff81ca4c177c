import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeResult } from "../scripts/result-file.ts";
import { present } from "../src/domain/present.ts";
import { inFolder } from "./folder.ts";
import { type RunningSide, startSide } from "./peer-process.ts";
import { type Compared, type Measured, type PeerRow, peersTable } from "./peer-row.ts";
import { PEER_SIDES, PEERS_FOLDER, type PeerSide, versionsOf } from "./peer-sides.ts";
import { processorMs } from "./process-tree.ts";
import { readOptions } from "./read-options.ts";
import { median } from "./statistics.ts";
import { type Syncs, traceSyncs } from "./sync-trace.ts";

const HELP = `Measures the cycle of a question beside what others do for it: asked durably, waited for,
answered, heard. Each peer is installed into bench/peers from its own lock file.

  npm run bench:peers                  all rows
  npm run bench:peers -- dbos mastra   some of them, and Earshot beside them
  npm run bench:peers -- --list        their names

  --quick            only whether everything works; the figures mean nothing
  --json-file PATH   also writes the rows to a file, with commit, machine and date

Progress goes to standard error. What cannot run here is told as "not tried", and the last line is JSON.
`;

const say = (text: string) => void process.stderr.write(`${text}\n`);

interface Volume {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly aloneMs: number;
  readonly atOnceMs: number;
  readonly resumes: number;
  readonly traced: number;
}
const FULL = {
  rounds: 15,
  warmUpMs: 3_000,
  aloneMs: 800,
  atOnceMs: 1_200,
  resumes: 20,
  traced: 100,
};
const QUICK = { rounds: 1, warmUpMs: 100, aloneMs: 100, atOnceMs: 100, resumes: 2, traced: 5 };
const CONCURRENCY = 32;

/** What is asked for, and Earshot over the same stores. */
function chosen(names: readonly string[]): readonly PeerSide[] {
  if (names.length === 0) return PEER_SIDES;
  const asked = PEER_SIDES.filter(({ name }) => names.includes(name));
  const needed = new Set<string>([...names, ...asked.map(({ beside }) => beside)]);
  return PEER_SIDES.filter(({ name }) => needed.has(name));
}

/** Why the peers are not there; undefined if they are. */
function install(): string | undefined {
  const at = (path: string) => fileURLToPath(new URL(path, PEERS_FOLDER));
  const installed = at("node_modules/.package-lock.json");
  const isCurrent =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(at("package-lock.json")).mtimeMs;
  if (isCurrent) return undefined;
  say("Installing the peers into bench/peers.");
  // No script of a stranger runs: what is needed is in the packages themselves.
  const args = ["ci", "--ignore-scripts"];
  const { status, stderr, error } = spawnSync("npm", args, { cwd: at("."), encoding: "utf8" });
  if (status === 0) return undefined;
  const [, why] =
    /^npm error (?!code|errno|syscall|address|port|path|dest)(.+)$/m.exec(stderr ?? "") ?? [];
  return `npm ci in bench/peers: ${why ?? error?.message ?? `exit code ${status}`}`;
}

/** What one side did in one round. */
interface Round {
  readonly alone: number;
  readonly atOnce: number;
  readonly resumeMs: number;
  readonly processorMs: number;
}

/** One side with all that it has shown; `skipped` says why it went no further. */
interface Entry {
  readonly side: PeerSide;
  readonly rounds: Round[];
  running?: RunningSide;
  syncs?: Syncs;
  skipped?: string;
}

/** Lets a side do something; one that fails is out, with why. */
async function attempt(entry: Entry, act: (running: RunningSide) => Promise<void>): Promise<void> {
  if (entry.running === undefined) return;
  try {
    await act(entry.running);
  } catch (error) {
    await leave(entry, error);
  }
}

async function leave(entry: Entry, error: unknown): Promise<void> {
  const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
  entry.skipped = why ?? "";
  say(`${entry.side.name}: ${entry.skipped}`);
  await entry.running?.end();
  delete entry.running;
}

async function measureRound(running: RunningSide, volume: Volume): Promise<Round> {
  const { aloneMs, atOnceMs, resumes } = volume;
  const alone = await running.order({ do: "cycles", concurrency: 1, ms: aloneMs });
  const before = processorMs(running.processes());
  const started = performance.now();
  const atOnce = await running.order({ do: "cycles", concurrency: CONCURRENCY, ms: atOnceMs });
  const cycles = (atOnce * (performance.now() - started)) / 1_000;
  const spent = processorMs(running.processes()) - before;
  const resumeMs = await running.order({ do: "resume", size: resumes });
  return { alone, atOnce, resumeMs, processorMs: spent / cycles };
}

/** All sides are up from beginning to end, and take turns; every other round goes backwards. */
async function measureAll(entries: readonly Entry[], folder: string, volume: Volume) {
  for (const entry of entries) {
    if (entry.skipped !== undefined) continue;
    say(`${entry.side.name}: ${entry.side.title}, in ${entry.side.keepsIn}`);
    try {
      entry.running = await startSide(entry.side, folder);
    } catch (error) {
      await leave(entry, error);
    }
    await attempt(entry, async (running) => {
      await running.order({ do: "cycles", concurrency: CONCURRENCY, ms: volume.warmUpMs });
      await running.order({ do: "resume", size: volume.resumes });
    });
  }
  for (let round = 0; round < volume.rounds; round++) {
    say(`round ${round + 1} of ${volume.rounds}`);
    for (const entry of round % 2 === 0 ? entries : entries.toReversed()) {
      await attempt(entry, async (running) => {
        entry.rounds.push(await measureRound(running, volume));
      });
    }
  }
  say("tracing");
  for (const entry of entries) {
    await attempt(entry, async (running) => {
      entry.syncs = await traceSyncs(running, { size: volume.traced, folder });
      if ("notTraced" in entry.syncs) say(`${entry.side.name}: ${entry.syncs.notTraced}`);
    });
  }
}

function toRow(entry: Entry, entries: readonly Entry[]): PeerRow {
  const { side, rounds, syncs, skipped } = entry;
  const { name, title, keepsIn } = side;
  const named = { name, title, keepsIn, versions: versionsOf(side) };
  const earshot = entries.find((other) => other.side.name === side.beside)?.rounds ?? [];
  if (skipped !== undefined || syncs === undefined || earshot.length < rounds.length) {
    return { ...named, skipped: skipped ?? "there is nothing to compare it with" };
  }
  return { ...named, ...compared(rounds, earshot, syncs) };
}

function compared(rounds: readonly Round[], earshot: readonly Round[], syncs: Syncs): Measured {
  const against = (figure: keyof Round, better: "more" | "less"): Compared => {
    const ratios = rounds.map((round, index) => {
      const ours = earshot[index]?.[figure] ?? Number.NaN;
      return better === "more" ? ours / round[figure] : round[figure] / ours;
    });
    return { value: median(rounds.map((round) => round[figure])), ratio: median(ratios) };
  };
  const processor = against("processorMs", "less");
  return {
    syncs,
    alone: against("alone", "more"),
    atOnce: against("atOnce", "more"),
    ...present({ processorMs: processor.value > 0 ? processor : undefined }),
    resumeMs: against("resumeMs", "less"),
  };
}

const options = readOptions({
  what: "peer",
  names: PEER_SIDES.map(({ name }) => name),
  command: "npm run bench:peers",
});
if (options.help === true) {
  process.stdout.write(HELP);
  process.exit();
}
if (options.list === true) {
  for (const { name, title, keepsIn } of PEER_SIDES) {
    console.log(`${name.padEnd(18)} ${title}, in ${keepsIn}`);
  }
  process.exit();
}
const problem = install();
const entries: readonly Entry[] = chosen(options.names).map((side) => ({
  side,
  rounds: [],
  ...present({ skipped: side.packages.length > 0 ? problem : undefined }),
}));
await inFolder(async (folder) => {
  try {
    await measureAll(entries, folder, options.quick ? QUICK : FULL);
  } finally {
    await Promise.all(entries.map(({ running }) => running?.end()));
  }
});
const rows = entries.map((entry) => toRow(entry, entries));
say(`\n${peersTable(rows)}`);
if (options.quick) say("\nThis was --quick: it shows that the bench works, and nothing else.");
if (options["json-file"] !== undefined) {
  const command = [
    "npm run bench:peers",
    ...(options.names.length === 0 ? [] : ["--", ...options.names]),
  ];
  writeResult(options["json-file"], { command: command.join(" "), results: rows });
}
const skipped = rows.filter((row) => "skipped" in row);
for (const row of skipped) console.log(`not tried: ${row.name}: ${row.skipped}`);
console.log(
  JSON.stringify({
    name: "peers",
    measured: rows.length - skipped.length,
    skipped: skipped.length,
  }),
);
process.exit();
