import { readdirSync, readFileSync } from "node:fs";
import type { Judged } from "../bench/figure.ts";
import { type JudgedLine, lineText } from "../bench/liaison/judged-line.ts";
import { table as figureTable } from "../bench/table.ts";
import { table } from "./page-parts.ts";
import type { ResultFile } from "./result-file.ts";

/* PERFORMANCE.md and RELIABILITY.md: prose from scripts/figure-pages/, figures from results/. */

const RESULTS = new URL("../results/", import.meta.url);
const PROSE = new URL("./figure-pages/", import.meta.url);

/** The pages by their paths from docs/reference. */
export function figurePages(): Record<string, string> {
  return {
    "../../PERFORMANCE.md": filled("performance.md", { bench, "few-cores": fewCores, liaison }),
    "../../RELIABILITY.md": filled("reliability.md", { crash, hub, host, simulate, nodes }),
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

/** All files whose name begins so, by name. */
function resultsOf(kind: string): readonly ResultFile[] {
  return readdirSync(RESULTS)
    .filter((name) => name.startsWith(kind) && name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, RESULTS), "utf8")) as ResultFile);
}

/** Under which command, when, on what. */
function provenance({ commit, date, node, machine, seed, note }: ResultFile): string {
  const seeded = seed === undefined ? "" : `, seed ${seed}`;
  return `At ${commit ?? "an early commit"} on ${date.slice(0, 10)}${seeded}; Node ${node.slice(1)} on ${machine}.${note === undefined ? "" : ` ${note}`}`;
}

function bench(): string {
  return resultsOf("bench")
    .map((file) => {
      const results = file.results as readonly Judged[];
      return `\`\`\`text\n$ ${file.command}\n${figureTable(results, results)}\n\`\`\`\n\n${provenance(file)}`;
    })
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

/** Two nodes cannot be faster than one where they share its processors. */
function fewCores(): string {
  const isFew = resultsOf("bench").some(({ machine }) => Number.parseInt(machine, 10) < 4);
  return isFew
    ? "The bound of `nodes.2` is for four processors; on the two of this machine two nodes, PostgreSQL and the clients share what one node had."
    : "";
}

interface CrashSums {
  readonly cycles: number;
  readonly kills: Readonly<Record<string, number>>;
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly events?: number;
  readonly violations: number;
}

const crash = () => crashes("crash-sqlite");
const nodes = () => crashes("crash-nodes");
const hub = () => crashes("crash-hub");
const host = () => crashes("crash-host");

function crashes(kind: string): string {
  return resultsOf(kind)
    .map((file) => {
      const { cycles, kills, acknowledged, events, violations } = file.results as CrashSums;
      return runTable(file, [
        ["cycles", grouped(cycles)],
        ["kills", counts(kills)],
        ["acknowledged", counts(acknowledged)],
        ...(events === undefined ? [] : [["events", grouped(events)] as const]),
        ["violations", bounded(violations, cycles, "cycles")],
      ]);
    })
    .join("\n\n");
}

interface WorldSums {
  readonly seeds: number;
  readonly steps: number;
  readonly crashes: number;
  readonly events: number;
  readonly virtual: string;
  readonly violations: number;
}

function simulate(): string {
  return resultsOf("simulate")
    .map((file) => {
      const { seeds, steps, crashes, events, virtual, violations } = file.results as WorldSums;
      return runTable(file, [
        ["worlds", grouped(seeds)],
        ["steps", grouped(steps)],
        ["crashes", grouped(crashes)],
        ["events", grouped(events)],
        ["virtual time", virtual],
        ["violations", bounded(violations, seeds, "worlds")],
      ]);
    })
    .join("\n\n");
}

function runTable(file: ResultFile, rows: readonly (readonly [string, string])[]): string {
  const body = table(["figure", "value"], rows);
  return `\`\`\`text\n${file.command}\n\`\`\`\n\n${body}\n\n${provenance(file)}`;
}

/** The rule of three: with none in n independent tries, fewer than 3/n have one, at 95 %. */
function bounded(violations: number, tries: number, of: string): string {
  if (violations > 0) return grouped(violations);
  return `0: fewer than ${((3 / tries) * 100).toPrecision(1)} % of ${of} have one`;
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
