import { boundOf, commitOfClone } from "../summary.ts";
import type { UpkeepResult } from "./run-upkeep.ts";

const SHOWN = 20;

/** The figures of a run. */
export function upkeepSumsOf({ cycles, kills, left, violations, durationMs }: UpkeepResult) {
  return {
    cycles,
    kills,
    left,
    violations: violations.length,
    boundPerCycle95: violations.length === 0 ? boundOf(cycles) : null,
    durationMs: Math.round(durationMs),
  };
}

export function upkeepJsonLine(result: UpkeepResult): string {
  const whole = { name: "crash.upkeep", ...upkeepSumsOf(result), seed: result.seed };
  return JSON.stringify({ ...whole, commit: commitOfClone(), node: process.version });
}

/** The same for people, with the first violations. */
export function describeUpkeep(result: UpkeepResult): string {
  const { cycles, kills, left, durationMs, folder, violations, seed } = result;
  const counts = Object.entries(kills).map(([name, count]) => `${name} ${count}`);
  return [
    `${cycles} cycles in ${(durationMs / 1_000).toFixed(1)} s, killed: ${counts.join(", ")}`,
    `with nothing done ${left.nothing}, with all ${left.all}`,
    `violations: ${violations.length}`,
    ...violations.slice(0, SHOWN).map(({ cycle, what }) => `  cycle ${cycle}: ${what}`),
    `seed ${seed}, commit ${commitOfClone()}, Node ${process.version}`,
    ...(folder === undefined ? [] : [`The folder is kept: ${folder}`]),
  ].join("\n");
}
