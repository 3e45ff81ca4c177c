import { readdirSync, readFileSync } from "node:fs";
import type { Judged } from "../bench/figure.ts";
import { type JudgedLine, lineText } from "../bench/liaison/judged-line.ts";
import { type PeerRow, peersTable } from "../bench/peer-row.ts";
import { table as figureTable } from "../bench/table.ts";
import { formatDuration } from "../src/domain/duration.ts";
import { heldAlone, heldWithEarshot } from "./bridges-table.ts";
import { publishedHours } from "./hours-table.ts";
import { table } from "./page-parts.ts";
import { publishedLines, readProofLines, sumOf } from "./proofs/proof-lines.ts";
import { PROOFS, type Proof, type ProofName } from "./proofs/proofs.ts";
import type { ResultFile } from "./result-file.ts";

/* PERFORMANCE.md, RELIABILITY.md and docs/explain/bridges.md: prose from scripts/figure-pages/, figures from results/. */

const RESULTS = new URL("../results/", import.meta.url);
const PROSE = new URL("./figure-pages/", import.meta.url);

/** The pages by their paths from docs/reference. */
export function figurePages(): Record<string, string> {
  return {
    "../../PERFORMANCE.md": filled("performance.md", {
      bench,
      "few-cores": fewCores,
      hours: publishedHours,
      liaison,
      peers,
    }),
    "../explain/bridges.md": filled("bridges.md", { with: heldWithEarshot, alone: heldAlone }),
    "../../RELIABILITY.md": filled("reliability.md", {
      crash,
      hub,
      host,
      simulated,
      nodes,
      volumes,
    }),
  };
}

function filled(name: string, parts: Readonly<Record<string, () => string>>): string {
  const prose = readFileSync(new URL(name, PROSE), "utf8");
  return prose.replaceAll(/\{\{([a-z-]+)\}\}/g, (_, part: string) => {
    const fill = parts[part];
    if (fill === undefined) throw new Error(`${name} asks for "${part}", which nobody knows.`);
    return fill();
  });
}

/** All files whose name begins with this, by name. */
function resultsOf(kind: string): readonly ResultFile[] {
  return readdirSync(RESULTS)
    .filter((name) => name.startsWith(kind) && name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, RESULTS), "utf8")) as ResultFile);
}

/** The command, the date and the machine. */
function provenance({ commit, date, node, machine, seed, note }: ResultFile): string {
  const seeded = seed === undefined ? "" : `, seed ${seed}`;
  return `At ${commit ?? "an early commit"} on ${date.slice(0, 10)}${seeded}; Node ${node.slice(1)} on ${machine}.${note === undefined ? "" : ` ${note}`}`;
}

/** A figure that was measured again is shown with its newest value only. */
function bench(): string {
  const files = resultsOf("bench");
  const newest = new Map<string, string>();
  for (const { date, results } of files.toSorted((a, b) => a.date.localeCompare(b.date))) {
    for (const { name } of results as readonly Judged[]) newest.set(name, date);
  }
  return files
    .map((file) => {
      const all = file.results as readonly Judged[];
      const results = all.filter(({ name }) => newest.get(name) === file.date);
      if (results.length === 0) return "";
      return `\`\`\`text\n$ ${file.command}\n${figureTable(results, results)}\n\`\`\`\n\n${provenance(file)}`;
    })
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What the liaison's embedded engine understands, and what it costs. */
function liaison(): string {
  return resultsOf("liaison")
    .map((file) => {
      const { lines } = file.results as { readonly lines: readonly JudgedLine[] };
      const shown = lines.map((line) => lineText(line).trimEnd()).join("\n");
      return `\`\`\`text\n$ ${file.command}\n${shown}\n\`\`\`\n\n${provenance(file)}`;
    })
    .join("\n\n");
}

/** Earshot and what others do for a durable question. */
function peers(): string {
  return resultsOf("peers")
    .map((file) => {
      const rows = peersTable(file.results as readonly PeerRow[]);
      return `\`\`\`text\n$ ${file.command}\n\`\`\`\n\n${rows}\n\n${provenance(file)}`;
    })
    .join("\n\n");
}

/** Two nodes cannot be faster than one if they share its processors. */
function fewCores(): string {
  const isFew = resultsOf("bench").some(({ machine }) => Number.parseInt(machine, 10) < 4);
  return isFew
    ? "The bound of `nodes.2` is for four processors; on the two of this machine two nodes, PostgreSQL and the clients share what one node had."
    : "";
}

const crash = () => proved("crash");
const nodes = () => proved("crash-nodes");
const hub = () => proved("crash-hub");
const host = () => `${proved("crash-host")}\n\n${proved("crash-host-nodes")}`;
const simulated = () => `${proved("simulate")}\n\n${proved("simulate-nodes")}`;

/** Figures that are counted elsewhere, or say nothing. */
const UNSHOWN = ["cycles", "seeds", "durationMs", "boundPerCycle95", "startMsMedian"];

/** The totals of a proof's last runs with the same sources, and of the runs before them. */
function proved(name: ProofName): string {
  const lines = publishedLines(name);
  const { unit, proves } = PROOFS[name];
  const newest = lines.at(-1);
  if (newest === undefined) return `\`npm run prove -- ${name}\` has not run yet: ${proves}.`;
  const { volume, violated, figures } = sumOf(lines);
  const rows = Object.entries(figures)
    .filter(([figure]) => !UNSHOWN.includes(figure) && figure !== "violations")
    .map(([figure, value]) => [words(figure), shown(figure, value)] as const);
  const body = table(
    ["figure", "value"],
    [
      [unit, grouped(volume)],
      ...rows,
      ["violations", bounded(Number(figures["violations"] ?? violated), volume, unit)],
    ],
  );
  const runs = lines.length === 1 ? "one run" : `${lines.length} runs`;
  const earlier = before(name, lines.length);
  return `\`\`\`text\nnpm run prove -- ${name}\n\`\`\`\n\n${body}\n\nIn ${runs} up to ${newest.at.slice(0, 10)}, at ${newest.commit ?? "an early commit"}, on ${newest.machine}; each with its seed in \`results/${name}.jsonl\`.${earlier}`;
}

/** The runs before those that are published, which were of other sources or of some that nobody can name. */
function before(name: ProofName, published: number): string {
  const { volume, violated, figures } = sumOf(readProofLines(name).slice(0, -published));
  if (volume === 0) return "";
  const kills = counts((figures["kills"] ?? {}) as Readonly<Record<string, number>>);
  const held = violated === 0 ? "all runs held" : `${violated} runs did not hold`;
  return ` Runs before that: ${grouped(volume)} ${PROOFS[name].unit}${kills === "" ? "" : ` (${kills})`}; ${held}.`;
}

function counted(count: number, unit: string): string {
  return `${grouped(count)} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** `virtualMs` as `virtual`. */
function words(figure: string): string {
  // What the kills hit, below their number.
  return figure === "kills" ? "of these" : figure.replace(/Ms$/, " time").replaceAll("_", " ");
}

function shown(figure: string, value: unknown): string {
  if (typeof value === "number") {
    return figure.endsWith("Ms") ? formatDuration(value) : grouped(value);
  }
  return counts(value as Readonly<Record<string, number>>);
}

/** The rule of three: after n independent tries without one, fewer than 3/n have one, at 95 %. */
function bounded(violations: number, tries: number, of: string): string {
  if (violations > 0) return grouped(violations);
  return `0: fewer than ${Number(((3 / tries) * 100).toPrecision(1))} % of ${of} have one`;
}

function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${grouped(count)} ${name}`)
    .join(", ");
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}

/** At the pace of the last timed run; nothing if there was none. */
function takes(name: string, volume: number): string {
  const timed = readProofLines(name).findLast(({ seconds }) => seconds > 0);
  if (timed === undefined || volume === 0) return "";
  return `, ${formatDuration((timed.seconds / timed.volume) * volume * 1_000)}`;
}

/** What a proof has run, all of the same sources. */
function runSoFar(name: string, unit: string): string {
  const lines = publishedLines(name);
  const { volume, violated } = sumOf(lines);
  if (volume === 0) return "not yet";
  const failed = violated === 0 ? "" : `, ${counted(violated, "runs")} did not hold`;
  return `${counted(volume, unit)}, to ${lines.at(-1)?.at.slice(0, 10)}${failed}`;
}

/** Every proof with its volumes, how long they take, and what was run. */
function volumes(): string {
  const rows = Object.entries<Proof>(PROOFS).map(([name, { proves, unit, small, full }]) => [
    `\`${name}\``,
    proves,
    ...[small, full].map((volume) => `${counted(volume, unit)}${takes(name, volume)}`),
    runSoFar(name, unit),
  ]);
  const head = ["`npm run prove -- NAME`", "proves that", "in `npm test`", "in full", "run so far"];
  return table(head, rows);
}
