import { execFileSync } from "node:child_process";
import { OPERATION_KINDS, type OperationKind } from "./ledger.ts";
import type { CrashResult } from "./run-cycles.ts";

const SHOWN = 20;

/**
 * If `cycles` independent cycles show no violation, the share of bad cycles is below this with 95 %
 * confidence: the rule of three.
 */
export function boundOf(cycles: number): number {
  return 3 / cycles;
}

/** The figures of a run. */
export function sumsOf(result: CrashResult) {
  const { ledger, cycles } = result;
  return {
    cycles,
    kills: result.kills,
    acknowledged: countDone(result),
    events: result.events,
    violations: ledger.violations.length,
    boundPerCycle95: ledger.violations.length === 0 ? boundOf(cycles) : null,
    durationMs: Math.round(result.durationMs),
    startMsMedian: Math.round(medianOf(result.startMs)),
  };
}

/** The same as one line of JSON, with what is needed to repeat the run. */
export function jsonLine(result: CrashResult, name = "crash"): string {
  const { seed } = result;
  const whole = { name, ...sumsOf(result), seed, commit: commitOfClone(), node: process.version };
  return JSON.stringify(whole);
}

/** The same for people, with the first violations. */
export function describe(result: CrashResult): string {
  const { ledger, cycles, kills, durationMs, repeats } = result;
  const { total, ...done } = countDone(result);
  const { violations } = ledger;
  return [
    `${cycles} cycles in ${(durationMs / 1_000).toFixed(1)} s (${(durationMs / cycles).toFixed(0)} ms each; a start takes ${medianOf(result.startMs).toFixed(0)} ms)`,
    `kills: ${entries(kills)}`,
    `acknowledged: ${total} (${entries(done)}); calls repeated: ${repeats}; events: ${result.events}`,
    violations.length === 0
      ? `violations: 0, so fewer than ${(boundOf(cycles) * 100).toPrecision(2)} % of cycles with 95 % confidence (rule of three)`
      : `violations: ${violations.length}`,
    ...violations.slice(0, SHOWN).map(({ cycle, what }) => `  cycle ${cycle}: ${what}`),
    `seed ${result.seed}, commit ${commitOfClone()}, Node ${process.version}`,
    ...(result.dataFolder === undefined ? [] : [`The folder is kept: ${result.dataFolder}`]),
  ].join("\n");
}

function countDone({ ledger }: CrashResult): Record<OperationKind | "total", number> {
  const none = Object.fromEntries(OPERATION_KINDS.map((kind) => [kind, 0]));
  const counts = { ...none, total: 0 } as Record<OperationKind | "total", number>;
  for (const { kind, state } of ledger.operations) {
    if (state !== "done") continue;
    counts[kind] += 1;
    counts.total += 1;
  }
  return counts;
}

function entries(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join(", ");
}

function medianOf(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

export function commitOfClone(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8", stdio: "pipe" });
    const changed = git("status", "--porcelain").trim() === "" ? "" : " with changes";
    return git("rev-parse", "HEAD").trim() + changed;
  } catch {
    return "unknown";
  }
}
