import type { RunId } from "../../src/domain/id.ts";
import type { RunsReader } from "../../src/ports/earshot/runs.ts";

/** The one run that there is. */
export const THE_RUN: RunId = "run_01k00000000000000000000000";

const run = {
  run: THE_RUN,
  name: "trial",
  state: "finished",
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: "2026-01-01T00:01:00.000Z",
  cycles: 1,
  cyclesPlanned: 1,
  questions: 1,
  tokens: 12,
};
const at = run.startedAt;
const entry = { index: 1, at, cycle: 1, kind: "note", title: "note", text: "begun" } as const;

/** Runs without a data folder. */
export const fewRuns: RunsReader = {
  list: async () => [run],
  show: async (id, after) =>
    id === THE_RUN ? { run, entries: after < 1 ? [entry] : [], next: 1 } : undefined,
  report: async (id) => (id === THE_RUN ? "<!doctype html><title>Report</title>" : undefined),
};
