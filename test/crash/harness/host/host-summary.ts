import { boundOf, commitOfClone } from "../summary.ts";
import type { HostCrashResult } from "./run-host.ts";

const SHOWN = 20;

/** The figures of a run. */
export function hostSumsOf(result: HostCrashResult) {
  const { cycles, kills, sessions, continuations, effects, answers, violations } = result;
  return {
    cycles,
    kills,
    acknowledged: { sessions, continuations, answers, effects },
    violations: violations.length,
    boundPerCycle95: violations.length === 0 ? boundOf(cycles) : null,
    durationMs: Math.round(result.durationMs),
  };
}

export function hostJsonLine(result: HostCrashResult): string {
  const whole = { name: "crash.host", ...hostSumsOf(result), seed: result.seed };
  return JSON.stringify({ ...whole, commit: commitOfClone(), node: process.version });
}

/** The same for people, with the first violations. */
export function describeHost(result: HostCrashResult): string {
  const { cycles, seed, durationMs, dataFolder, violations } = result;
  const { kills, acknowledged } = hostSumsOf(result);
  return [
    `${cycles} cycles in ${(durationMs / 1_000).toFixed(1)} s`,
    `kills: ${entries(kills)}`,
    `came about: ${entries(acknowledged)}`,
    `violations: ${violations.length}`,
    ...violations.slice(0, SHOWN).map(({ cycle, what }) => `  cycle ${cycle}: ${what}`),
    `seed ${seed}, commit ${commitOfClone()}, Node ${process.version}`,
    ...(dataFolder === undefined ? [] : [`The folder is kept: ${dataFolder}`]),
  ].join("\n");
}

function entries(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join(", ");
}
