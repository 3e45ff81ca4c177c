import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "yaml";
import { launch, makeFolder, ROOT, removeFolder } from "../cli.ts";

export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description: string;
  readonly errorMessage?: string;
}

export interface ConformanceOptions {
  /** The package of the suite. */
  readonly suite: keyof typeof PROGRAMS;
  readonly url: string;
  /** Which of its scenarios. */
  readonly args: readonly string[];
  /** A file of `test/mcp/expected-failures`. */
  readonly expectedFailures: string;
}

export interface ConformanceRun {
  /** The suite's own verdict on the scenarios that it scores, expected failures left out. */
  readonly code: number | null;
  readonly output: string;
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
  /** A line for each unexpected failure of a check, in any scenario, scored or not. */
  readonly unexpected: readonly string[];
  /** Expected failures that did not happen. */
  readonly stale: readonly string[];
}

const require = createRequire(import.meta.url);
const PROGRAMS = {
  "conformance-0.1": require.resolve("conformance-0.1/dist/index.js"),
  "conformance-0.2": require.resolve("conformance-0.2/dist/index.js"),
} as const;
const EXPECTED = join(ROOT, "test", "mcp", "expected-failures");

/** Runs a suite of the protocol's conformance tests in a process of its own. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceRun> {
  const { suite, url, args } = options;
  const folder = makeFolder();
  const expectedFailures = join(EXPECTED, options.expectedFailures);
  try {
    const { finished } = launch(
      process.execPath,
      [
        PROGRAMS[suite],
        "server",
        "--url",
        url,
        "--output-dir",
        folder,
        "--expected-failures",
        expectedFailures,
        ...args,
      ],
      { cwd: folder },
    );
    const { code, stdout, stderr } = await finished;
    const scenarios = readChecks(folder);
    const expected = new Set(readExpected(expectedFailures));
    const failures = [...scenarios].flatMap(([scenario, checks]) =>
      checks.filter(isFailure).map((check) => ({ scenario, check })),
    );
    const excuseOf = ({ scenario, check }: Failure) =>
      [scenario, `${scenario}:${check.id}`].find((name) => expected.has(name));
    const used = new Set(failures.map(excuseOf));
    return {
      code,
      output: stdout + stderr,
      scenarios,
      unexpected: failures.filter((failure) => excuseOf(failure) === undefined).map(lineOf),
      stale: [...expected].filter((name) => !used.has(name)),
    };
  } finally {
    removeFolder(folder);
  }
}

interface Failure {
  readonly scenario: string;
  readonly check: Check;
}

/** The suite leaves one folder a scenario: `server-<scenario>-<time>`. */
function readChecks(folder: string): Map<string, readonly Check[]> {
  const folders = readdirSync(folder).filter((name) => name.startsWith("server-"));
  return new Map(
    folders.map((name) => [
      name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ""),
      JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")),
    ]),
  );
}

function readExpected(file: string): readonly string[] {
  return parse(readFileSync(file, "utf8"))?.server ?? [];
}

/** Once the suite knows which failures to expect, it counts a warning as a failure. */
function isFailure({ status }: Check): boolean {
  return status === "FAILURE" || status === "WARNING";
}

function lineOf({ scenario, check }: Failure): string {
  const { id, status, errorMessage, description } = check;
  return `${scenario}:${id} ${status}: ${errorMessage ?? description}`;
}
