import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "./page-parts.ts";
import { secondsOfChildren } from "./processor-seconds.ts";

/*
 * npm run test:times [-- --write] [-- arguments of vitest]
 * Runs the tests and tells where the time goes: seconds, processes, servers and databases, by part and
 * of the costliest files. --write puts that into CONTRIBUTING.md.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "CONTRIBUTING.md");
/** This script writes the text between these marks. */
const [BEGIN, END] = ["<!-- where the time goes -->", "<!-- end -->"];
const COSTLIEST = 20;
const HEAD = [
  "processor",
  "seconds",
  "facts",
  "left",
  "processes",
  "servers",
  "databases",
] as const;

interface Row {
  readonly part: string;
  readonly file: string;
  readonly counts: Readonly<Record<(typeof HEAD)[number], number>>;
  /** The proofs to which facts of it are left. */
  readonly proofs: readonly string[];
}

const args = process.argv.slice(2);
const isWritten = args.includes("--write");
const folder = mkdtempSync(join(tmpdir(), "earshot-times-"));
const report = join(folder, "report.json");
const started = performance.now();
const child = spawn(
  process.execPath,
  [
    join(ROOT, "scripts", "test.ts"),
    ...args.filter((arg) => arg !== "--write"),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, EARSHOT_TEST_TIMES: folder } },
);
[process.exitCode = 1] = await once(child, "exit");
const page = pageOf(rowsOf(), {
  wall: Math.round((performance.now() - started) / 1_000),
  processor: Math.round(secondsOfChildren()),
});
console.log(`\n${page}`);
if (isWritten) {
  const text = readFileSync(PAGE, "utf8");
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  writeFileSync(PAGE, `${text.slice(0, from)}\n\n${page}\n\n${text.slice(to)}`);
}
rmSync(folder, { recursive: true });

function rowsOf(): readonly Row[] {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: TestedFile[];
  };
  const started = startedByFile();
  return testResults.map(({ name, startTime, endTime, assertionResults }) => {
    const file = relative(ROOT, name);
    const { processor = 0, processes = 0, servers = 0, databases = 0 } = started.get(file) ?? {};
    const seconds = (endTime - startTime) / 1_000;
    const left = assertionResults.flatMap(({ meta }) => meta?.leftTo ?? []);
    const facts = assertionResults.length - left.length;
    const counts = {
      processor,
      seconds,
      facts,
      left: left.length,
      processes,
      servers,
      databases,
    };
    return { part: partOf(file), file, counts, proofs: [...new Set(left)] };
  });
}

/** As vitest reports it. */
interface TestedFile {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly meta?: { readonly leftTo?: string } }[];
}

interface Started {
  readonly file: string;
  readonly processor: number;
  readonly processes: number;
  readonly servers: number;
  readonly databases: number;
}

/** The counts of test/support/setup.ts. */
function startedByFile(): ReadonlyMap<string, Partial<Started>> {
  const all = readdirSync(folder)
    .filter((name) => join(folder, name) !== report)
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Started);
  return new Map(all.map((one) => [one.file, one]));
}

function partOf(file: string): string {
  if (file.startsWith("src/")) return "unit";
  if (/^test\/(inbox\/|clumsy\/page)/.test(file)) return "browser";
  return /^test\/(postgres|nodes|operations)\//.test(file) ? "postgres" : "system";
}

interface Taken {
  readonly wall: number;
  readonly processor: number;
}

function pageOf(rows: readonly Row[], { wall, processor }: Taken): string {
  const parts = ["unit", "system", "postgres", "browser"].map((part) => {
    const own = rows.filter((row) => row.part === part);
    const sums = HEAD.map((name) => own.reduce((sum, { counts }) => sum + counts[name], 0));
    return [part, String(own.length), ...sums.map((sum) => sum.toFixed(0))];
  });
  const costliest = rows
    .toSorted((one, other) => other.counts.processor - one.counts.processor)
    .slice(0, COSTLIEST)
    .map(({ file, counts }) => [file, ...HEAD.map((name) => counts[name].toFixed(0))]);
  const shared = rows
    .filter(({ counts }) => counts.left > 0)
    .map(({ file, counts, proofs }) => [
      file,
      String(counts.facts),
      String(counts.left),
      proofs.map((proof) => `\`${proof}\``).join(", "),
    ])
    .sort();
  return [
    `The last run that was measured took ${wall} s on ${availableParallelism()} processors, and ${processor} s of their time. Of each file, "processor" is what its worker and the programs that it started took, without the shared PostgreSQL and the browsers; the seconds of the workers run side by side. Processes, servers and databases are those that tests start or make. "left" are facts that \`npm run prove\` takes.`,
    table(["part", "files", ...HEAD], parts),
    `The ${COSTLIEST} files that take most of the processors:`,
    table(["file", ...HEAD], costliest),
    "The files of which `npm test` takes a share; the rest is left to `npm run prove`:",
    table(["file", "facts", "left", "proof"], shared),
  ].join("\n\n");
}
