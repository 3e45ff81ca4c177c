import { boundOf, commitOfClone } from "../summary.ts";
import type { ErasureResult } from "./run-erasures.ts";

const SHOWN = 20;

/** The figures of a run. */
export function erasureSumsOf({ cycles, kills, erased, violations, durationMs }: ErasureResult) {
  return {
    cycles,
    kills,
    acknowledged: { erased },
    violations: violations.length,
    boundPerCycle95: violations.length === 0 ? boundOf(cycles) : null,
    durationMs: Math.round(durationMs),
  };
}

export function erasureJsonLine(result: ErasureResult, name: string): string {
  const whole = { name, ...erasureSumsOf(result), seed: result.seed };
  return JSON.stringify({ ...whole, commit: commitOfClone(), node: process.version });
}

/** The same for people, with the first violations. */
export function describeErasures(result: ErasureResult): string {
  const { cycles, kills, erased, durationMs, dataFolder, violations, seed } = result;
  return [
    `${cycles} erasures in ${(durationMs / 1_000).toFixed(1)} s, ${erased} rows erased`,
    `killed with nothing taken ${kills.none}, with a part ${kills.a_part}, with all ${kills.all}`,
    `violations: ${violations.length}`,
    ...violations.slice(0, SHOWN).map(({ cycle, what }) => `  cycle ${cycle}: ${what}`),
    `seed ${seed}, commit ${commitOfClone()}, Node ${process.version}`,
    ...(dataFolder === undefined ? [] : [`The folder is kept: ${dataFolder}`]),
  ].join("\n");
}
