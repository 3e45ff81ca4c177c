import { toMs } from "../../domain/timestamp.ts";
import type { ListedRun } from "../../ports/earshot/runs.ts";
import { visibleText } from "../../render/visible-text.ts";
import { briefly } from "../browser/spans.ts";
import { say } from "./messages/messages.ts";

/** While a run is in this state, entries may follow. */
export function isRunning({ state }: ListedRun): boolean {
  return state === "running";
}

export type RunTone = "live" | "good" | "bad" | "plain";

const TONES = {
  running: "live",
  finished: "good",
  stopped: "plain",
  unfinished: "bad",
} as const satisfies Readonly<Record<string, RunTone>>;
type KnownState = keyof typeof TONES;

function isKnown(state: string): state is KnownState {
  return Object.hasOwn(TONES, state);
}

export function toneOf({ state }: ListedRun): RunTone {
  return isKnown(state) ? TONES[state] : "plain";
}

/** One of a newer server has no words here. */
export function stateText({ state }: ListedRun): string {
  return isKnown(state) ? say(`state.${state}`) : visibleText(state);
}

/** How long it took, or has taken until now. */
export function tookText({ startedAt, endedAt }: ListedRun, nowMs: number): string {
  return briefly((endedAt === undefined ? nowMs : toMs(endedAt)) - toMs(startedAt));
}

export function cyclesText({ cycles, cyclesPlanned }: ListedRun): string {
  return cyclesPlanned > 0
    ? say("cycles-of", { done: cycles, planned: cyclesPlanned })
    : String(cycles);
}
