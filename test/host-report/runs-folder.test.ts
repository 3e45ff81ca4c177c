import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRun, readRun, storedRuns } from "../../src/host/report/runs-folder.ts";
import { testFolder } from "../support/cli.ts";
import { logText, runId, sampleRun, storeRun } from "./sample-run.ts";

test("runs are listed newest first; what is no run is not", () => {
  const data = testFolder();
  for (const minute of [3, 1, 2]) storeRun(data, runId(minute), "");
  mkdirSync(join(data, "runs", "notes"));
  expect(storedRuns(data).map(({ id }) => id)).toEqual([runId(3), runId(2), runId(1)]);
});

test("a data folder without runs has none", () => {
  const data = testFolder();
  expect(storedRuns(data)).toEqual([]);
  expect(() => findRun(data)).toThrow(
    `There are no runs in ${data}. Start one with npx earshot run experiment.yaml, or name another folder with --data.`,
  );
});

test("a run is found by its id, by a beginning of it, and by being the newest", () => {
  const data = testFolder();
  const [old, young] = [runId(1), runId(60_000)];
  for (const id of [old, young]) storeRun(data, id, "");
  expect(findRun(data).id).toBe(young);
  expect(findRun(data, old).id).toBe(old);
  const unique = young.slice(0, [...young].findIndex((letter, at) => letter !== old[at]) + 1);
  expect(findRun(data, unique).id).toBe(young);
  expect(findRun(data, unique.slice("run_".length)).id).toBe(young);
});

test("a beginning that several runs share, or none has, is refused and says why", () => {
  const data = testFolder();
  for (const minute of [1, 2, 3]) storeRun(data, runId(minute), "");
  expect(() => findRun(data, "run_0")).toThrow(
    `3 runs begin with "run_0", ${runId(3)} and ${runId(2)} among them. Give more of the id.`,
  );
  expect(() => findRun(data, "7zz")).toThrow(
    `No run in ${data} begins with "7zz". npx earshot runs lists them.`,
  );
});

test("a run whose log is not there yet holds nothing", () => {
  const data = testFolder();
  mkdirSync(join(data, "runs", runId()), { recursive: true });
  expect(readRun(findRun(data))).toEqual({ records: [] });
});

test("a log is read back as it was written", () => {
  const data = testFolder();
  storeRun(data, runId(), logText(sampleRun()));
  expect(readRun(findRun(data)).records).toEqual(sampleRun());
});
