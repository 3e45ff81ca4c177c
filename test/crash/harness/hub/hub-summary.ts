import { boundOf, commitOfClone } from "../summary.ts";
import type { HubCrashResult } from "./run-hub.ts";

const SHOWN = 20;

/** The figures of a run. */
export function hubSumsOf(result: HubCrashResult) {
  const { ledger, cycles, kills, events, posts, duplicates, orphans, durationMs } = result;
  const { items, violations } = ledger;
  const deeds = items.flatMap((item) => item.deeds).filter(({ isAcknowledged }) => isAcknowledged);
  return {
    cycles,
    kills,
    acknowledged: {
      messages: items.filter(({ kind }) => kind === "message").length,
      questions: items.filter(({ kind }) => kind !== "message").length,
      "presses and replies": deeds.length,
    },
    posts,
    duplicates,
    orphans,
    events,
    violations: violations.length,
    boundPerCycle95: violations.length === 0 ? boundOf(cycles) : null,
    durationMs: Math.round(durationMs),
  };
}

export function hubJsonLine(result: HubCrashResult): string {
  const { seed } = result;
  const whole = { name: "crash.hub", ...hubSumsOf(result), seed };
  return JSON.stringify({ ...whole, commit: commitOfClone(), node: process.version });
}

/** The same for people, with the first violations. */
export function describeHub(result: HubCrashResult): string {
  const { ledger, cycles, seed, durationMs, dataFolder } = result;
  const { kills, acknowledged, posts, duplicates, orphans } = hubSumsOf(result);
  const { violations } = ledger;
  return [
    `${cycles} cycles in ${(durationMs / 1_000).toFixed(1)} s`,
    `kills: ${entries(kills)}`,
    `acknowledged: ${entries(acknowledged)}`,
    `posts: ${posts}, of them ${duplicates} that stand there once more; ${orphans} that nobody knows of`,
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
