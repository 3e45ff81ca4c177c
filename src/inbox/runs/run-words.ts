import { formatDuration } from "../../domain/duration.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ListedRun, RunEntry } from "../../ports/earshot/runs.ts";

/** While a run is in this state, entries may follow. */
export function isRunning({ state }: ListedRun): boolean {
  return state === "running";
}

export type RunTone = "live" | "good" | "bad" | "plain";

const TONES: Readonly<Record<string, RunTone>> = {
  running: "live",
  finished: "good",
  stopped: "plain",
  unfinished: "bad",
};

export function toneOf({ state }: ListedRun): RunTone {
  return TONES[state] ?? "plain";
}

/** How long it took, or has taken until now. */
export function tookText({ startedAt, endedAt }: ListedRun, nowMs: number): string {
  return formatDuration((endedAt === undefined ? nowMs : toMs(endedAt)) - toMs(startedAt));
}

export function cyclesText({ cycles, cyclesPlanned }: ListedRun): string {
  return cyclesPlanned > 0 ? `${cycles} of ${cyclesPlanned}` : String(cycles);
}

/** A sign before an entry, so that its kind is told without a colour. */
export const KIND_TEXTS: Readonly<Record<RunEntry["kind"], string>> = {
  cycle: "Cycle",
  model: "Model",
  tool: "Tool",
  operator: "Operator",
  note: "Note",
  end: "End",
};
