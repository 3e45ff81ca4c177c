import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunId } from "../../src/domain/id.ts";
import { createRunsReader } from "../../src/host/report/runs-reader.ts";
import { runPaths } from "../../src/host/run-folders.ts";
import { isLocked, takeLock } from "../../src/system/lock.ts";
import { testFolder } from "../support/cli.ts";
import { startedThreads } from "../support/threads.ts";
import { logText, runId, sampleRun, storeRun } from "./sample-run.ts";

/* Runs as the inbox reads them: in a thread, each log once, and what is appended from where it was. */

function readerOf(root: string) {
  const reader = createRunsReader({ root, isLocked });
  onTestFinished(() => reader.close());
  return reader;
}

const LINES = logText(sampleRun()).split(/(?<=\n)/);

test("runs are listed newest first with what their logs tell", async () => {
  const data = testFolder();
  storeRun(data, runId(1), logText(sampleRun()));
  storeRun(data, runId(2), LINES.slice(0, 4).join(""));
  storeRun(data, runId(3), "");
  const reader = readerOf(data);
  expect(await reader.list(100)).toEqual([
    expect.objectContaining({ run: runId(2), state: "unfinished", cycles: 0, questions: 0 }),
    {
      run: runId(1),
      name: "pattern-hunt",
      state: "finished",
      startedAt: sampleRun()[0]?.at,
      endedAt: sampleRun().at(-1)?.at,
      cycles: 3,
      cyclesPlanned: 3,
      questions: 2,
      tokens: 11_383 + 694,
    },
  ]);
  expect(await reader.list(1)).toEqual([]);
});

test("a run that a process has is running", async () => {
  const data = testFolder();
  storeRun(data, runId(), LINES.slice(0, 4).join(""));
  const lock = takeLock(runPaths(join(data, "runs"), runId()).lock);
  onTestFinished(() => lock?.release());
  const reader = readerOf(data);
  expect(await reader.list(1)).toMatchObject([{ state: "running" }]);
  expect(await reader.show(runId(), 0, 1)).toMatchObject({ run: { state: "running" } });
});

test("a transcript tells each thing once, in order, and pages through it", async () => {
  const data = testFolder();
  storeRun(data, runId(), logText(sampleRun()));
  const reader = readerOf(data);
  const whole = await reader.show(runId(), 0, 200);
  const told = whole?.entries.map(({ kind, title }) => `${kind} ${title}`);
  expect(told?.slice(0, 8)).toEqual([
    "cycle Cycle 1",
    "model qwen3:8b",
    "tool list",
    "operator Asked",
    "operator Answered",
    "model qwen3:8b",
    "tool write",
    "tool pattern_search",
  ]);
  expect(told?.at(-1)).toBe("end Finished");
  expect(told?.filter((line) => line === "operator Asked")).toHaveLength(2);
  expect(whole?.entries.map(({ index }) => index)).toEqual(told?.map((_line, at) => at + 1));

  const paged = [];
  for (let after = 0; ; ) {
    const page = await reader.show(runId(), after, 5);
    if (page === undefined || page.entries.length === 0) break;
    paged.push(...page.entries);
    after = page.next;
  }
  expect(paged).toEqual(whole?.entries);
});

test("a tool's entry holds its arguments and what came of it", async () => {
  const data = testFolder();
  storeRun(data, runId(), logText(sampleRun()));
  const shown = await readerOf(data).show(runId(), 0, 200);
  const entries = shown?.entries.filter(({ kind }) => kind === "tool");
  expect(entries?.[1]).toMatchObject({
    cycle: 1,
    title: "write",
    text: "Kept series/b, version 1.",
    data: { key: "series/b", value: "squares: n * n" },
  });
  expect(entries?.[2]?.text).toMatch(/^InvalidArguments: /);
});

test("what is appended follows, and a line is told once it is whole", async () => {
  const data = testFolder();
  const [first = "", second = "", third = "", ...rest] = LINES;
  const log = storeRun(data, runId(), first + second + third.slice(0, 20));
  const reader = readerOf(data);
  const before = await reader.show(runId(), 0, 200);
  expect(before).toMatchObject({ entries: [{ kind: "cycle" }], next: 1 });
  appendFileSync(log, third.slice(20) + rest.join(""));
  const after = await reader.show(runId(), before?.next ?? 0, 200);
  expect(after?.entries[0]).toMatchObject({ index: 2, kind: "model" });
  expect(await reader.list(1)).toMatchObject([{ state: "finished" }]);
});

test("behind a line that is no record nothing is told", async () => {
  const data = testFolder();
  storeRun(data, runId(), [...LINES.slice(0, 2), "{}\n", ...LINES.slice(3)].join(""));
  const shown = await readerOf(data).show(runId(), 0, 200);
  expect(shown?.entries).toMatchObject([{ kind: "cycle" }]);
});

test("a log that was put in the place of another is read from its beginning", async () => {
  const data = testFolder();
  storeRun(data, runId(), logText(sampleRun()));
  const reader = readerOf(data);
  await reader.show(runId(), 0, 200);
  await reader.list(1);
  storeRun(data, runId(), LINES.slice(0, 2).join(""));
  expect(await reader.show(runId(), 0, 200)).toMatchObject({ entries: [{ kind: "cycle" }] });
  expect(await reader.list(1)).toMatchObject([{ cycles: 0 }]);
});

test("a report is a page, and there is none of a run that is not there", async () => {
  const data = testFolder();
  storeRun(data, runId(), logText(sampleRun()));
  const reader = readerOf(data);
  expect(await reader.report(runId())).toMatch(/^<!doctype html>/);
  expect(await reader.report(runId(1))).toBe(undefined);
  expect(await reader.show(runId(1), 0, 200)).toBe(undefined);
  expect(await reader.show("run_../../x" as RunId, 0, 200)).toBe(undefined);
});

test("a long text is cut", async () => {
  const data = testFolder();
  const long = "x".repeat(100_000);
  const records = sampleRun().map((record) =>
    record.type === "cycle.started" ? { ...record, prompt: long } : record,
  );
  storeRun(data, runId(), logText(records));
  const shown = await readerOf(data).show(runId(), 0, 1);
  expect(shown?.entries[0]?.text).toMatch(/^x{20000}\n… and 80000 more characters$/);
});

test("a thread that nobody reads with for a while ends, and the next look starts another", async () => {
  const data = testFolder();
  storeRun(data, runId(1), logText(sampleRun()));
  const threads = startedThreads();
  const reader = createRunsReader({ root: data, isLocked, idleMs: 20 });
  onTestFinished(() => reader.close());
  const listed = await reader.list(1);
  expect(listed).toHaveLength(1);
  await threads.ended();
  expect(await Promise.all([reader.list(1), reader.list(1)])).toEqual([listed, listed]);
  expect(threads.count()).toBe(2);
});

test("after it was closed it says that the server stops", async () => {
  const reader = createRunsReader({ root: testFolder(), isLocked });
  await reader.close();
  await expect(reader.list(1)).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
});
