import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * The coverage of lines by tests in the test process and by the programs that they start, in one
 * figure. `npm run coverage` leaves both in
 * coverage/; Node strips types in place, so positions in a program are those of its source.
 */
interface Place {
  readonly line: number;
  readonly column: number;
}
interface FileCoverage {
  readonly statementMap: Readonly<Record<string, { readonly start: Place }>>;
  readonly s: Readonly<Record<string, number>>;
}
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

const LEAST: readonly (readonly [folder: string, percent: number])[] = [
  ["src", 85],
  ["src/domain", 95],
  ["src/core", 95],
];

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** The ranges of every source file, one list for each program that loaded it. */
function readPrograms(): Map<string, Range[][]> {
  const byFile = new Map<string, Range[][]>();
  for (const dump of globSync("coverage/children/*.json", { cwd: root })) {
    const { result } = read(dump) as { result: readonly ScriptCoverage[] };
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const file = relative(root, fileURLToPath(url));
      if (!file.startsWith("src/")) continue;
      const ranges = functions.flatMap((one) => one.ranges);
      byFile.set(file, [...(byFile.get(file) ?? []), ranges]);
    }
  }
  return byFile;
}

/** Whether a program executed a place: the smallest range around it counts. */
function isReached(offset: number, ranges: readonly Range[]): boolean {
  let inner: Range | undefined;
  for (const range of ranges) {
    if (offset < range.startOffset || offset >= range.endOffset) continue;
    const isSmaller =
      inner === undefined ||
      range.endOffset - range.startOffset <= inner.endOffset - inner.startOffset;
    if (isSmaller) inner = range;
  }
  return inner !== undefined && inner.count > 0;
}

function offsetsOf(source: string): (place: Place) => number {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return ({ line, column }) => (starts[line - 1] ?? 0) + column;
}

/** Each line where a statement starts, and whether anything executed it. */
function linesOf(file: string, coverage: FileCoverage, programs: readonly Range[][]) {
  const offsetOf = offsetsOf(readFileSync(join(root, file), "utf8"));
  const lines = new Map<number, boolean>();
  for (const [id, { start }] of Object.entries(coverage.statementMap)) {
    const offset = offsetOf(start);
    const isHit = (coverage.s[id] ?? 0) > 0 || programs.some((ranges) => isReached(offset, ranges));
    lines.set(start.line, isHit || lines.get(start.line) === true);
  }
  return lines;
}

const programs = readPrograms();
const files = Object.entries(read("coverage/coverage-final.json") as Record<string, FileCoverage>)
  .map(([path, coverage]) => ({ file: relative(root, path), coverage }))
  .map(({ file, coverage }) => ({
    file,
    lines: [...linesOf(file, coverage, programs.get(file) ?? []).values()],
  }));

function percentOf(folder: string): number {
  const lines = files
    .filter(({ file }) => file.startsWith(`${folder}/`))
    .flatMap((one) => one.lines);
  return (lines.filter(Boolean).length / lines.length) * 100;
}

const folders = new Set(files.map(({ file }) => file.split("/").slice(0, 2).join("/")));
for (const folder of [...folders].sort()) {
  const percent = percentOf(folder);
  if (!folder.endsWith(".ts") && !Number.isNaN(percent))
    console.log(`${percent.toFixed(1)} %  ${folder}`);
}
for (const { file, lines } of files) {
  const missed = lines.filter((isHit) => !isHit).length;
  if (missed > lines.length / 2 && missed > 3)
    console.log(`  ${missed} of ${lines.length} missed in ${file}`);
}
for (const [folder, least] of LEAST) {
  const percent = percentOf(folder);
  console.log(`${percent.toFixed(1)} % of lines in ${folder}, at least ${least} %`);
  if (!(percent >= least)) process.exitCode = 1;
}
