import { expect, test } from "vitest";
import type { ListedRun } from "../../ports/earshot/runs.ts";
import { cyclesText, isRunning, stateText, toneOf, tookText } from "./run-words.ts";

const run: ListedRun = {
  run: "run_1",
  name: "haiku",
  state: "running",
  startedAt: "2026-11-22T10:00:00.000Z",
  cycles: 2,
  cyclesPlanned: 5,
  questions: 1,
  tokens: 900,
};

test("only a run that runs may go on", () => {
  expect([run, { ...run, state: "finished" }].map(isRunning)).toEqual([true, false]);
});

test("a state of a newer server has a plain mark and its own name", () => {
  expect([run, { ...run, state: "paused" }].map(toneOf)).toEqual(["live", "plain"]);
  expect([run, { ...run, state: "paused" }].map(stateText)).toEqual(["running", "paused"]);
});

test("a run that is not over has taken the time until now", () => {
  expect(tookText(run, Date.parse("2026-11-22T10:03:00.000Z"))).toBe("3m");
  expect(tookText({ ...run, endedAt: "2026-11-22T10:00:08.000Z" }, 0)).toBe("8s");
});

test("cycles are told with those planned, where any are", () => {
  expect([run, { ...run, cyclesPlanned: 0 }].map(cyclesText)).toEqual(["2 of 5", "2"]);
});
