import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followLog } from "../../src/host/report/follow-log.ts";
import type { RunRecord } from "../../src/host/run-log.ts";
import { testFolder } from "../support/cli.ts";
import { buildLog, inCycle, logText, sampleRun, started } from "./sample-run.ts";

/* Long enough that a test that ends has seen the file system's own word, not the poll's. */
const NEVER_MS = 600_000;
const SOON_MS = 20;

function follow(path: string, pollMs: number) {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const records = followLog(path, { signal: ended.signal, pollMs });
  const take = async (count: number): Promise<RunRecord[]> => {
    const taken: RunRecord[] = [];
    while (taken.length < count) {
      const { value, done } = await records.next();
      if (done === true) throw new Error(`It ended after ${taken.length} records.`);
      taken.push(value);
    }
    return taken;
  };
  return { take, records, abort: () => ended.abort() };
}

const whole = sampleRun();
const part = (from: number, to: number) => logText(whole.slice(from, to));

test("records come as they are appended, and the end of the run ends it", async () => {
  const log = join(testFolder(), "log.jsonl");
  writeFileSync(log, part(0, 4));
  const { take, records } = follow(log, NEVER_MS);
  expect(await take(4)).toEqual(whole.slice(0, 4));
  const next = take(2);
  appendFileSync(log, part(4, 6));
  expect(await next).toEqual(whole.slice(4, 6));
  const rest = take(whole.length - 6);
  appendFileSync(log, part(6, whole.length));
  expect(await rest).toEqual(whole.slice(6));
  expect((await records.next()).done).toBe(true);
});

test("a log that is not there yet, nor its folder, is waited for", async () => {
  const log = join(testFolder(), "runs", "run", "log.jsonl");
  const { take } = follow(log, SOON_MS);
  const first = take(2);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, part(0, 2));
  expect(await first).toEqual(whole.slice(0, 2));
});

test("where nobody tells of changes, they are found by looking", async () => {
  const log = join(testFolder(), "absent", "log.jsonl");
  const { take } = follow(log, SOON_MS);
  const first = take(3);
  mkdirSync(dirname(log));
  writeFileSync(log, part(0, 1));
  appendFileSync(log, part(1, 3));
  expect(await first).toEqual(whole.slice(0, 3));
});

test("a line that was torn, cut away and written anew is read once and whole", async () => {
  const log = join(testFolder(), "log.jsonl");
  const torn = part(2, 3).slice(0, 40);
  writeFileSync(log, part(0, 2) + torn);
  const { take } = follow(log, SOON_MS);
  expect(await take(2)).toEqual(whole.slice(0, 2));
  const next = take(2);
  truncateSync(log, Buffer.byteLength(part(0, 2)));
  appendFileSync(log, part(2, 4));
  expect(await next).toEqual(whole.slice(2, 4));
});

test("a record larger than one read comes whole", async () => {
  const { records: large, add } = buildLog();
  add(0, started({ system: "ä€😀".repeat(40_000) }));
  const log = join(testFolder(), "log.jsonl");
  writeFileSync(log, logText(large));
  expect(await follow(log, NEVER_MS).take(1)).toEqual(large);
});

test("a stop ends it only where nothing follows", async () => {
  const built = buildLog();
  built.add(0, started());
  inCycle(built, 1).begin();
  built.add(5, { type: "run.stopped", reason: "interrupted", message: "Ctrl-C." });
  built.add(5_000, { type: "run.resumed", cycle: 1 });
  built.add(5, { type: "run.stopped", reason: "interrupted", message: "Ctrl-C again." });
  const log = join(testFolder(), "log.jsonl");
  writeFileSync(log, logText(built.records));
  const { take, records } = follow(log, NEVER_MS);
  expect(await take(5)).toEqual(built.records);
  expect((await records.next()).done).toBe(true);
});

test("the signal ends a wait", async () => {
  const { records, abort } = follow(join(testFolder(), "log.jsonl"), NEVER_MS);
  const next = records.next();
  abort();
  expect((await next).done).toBe(true);
});

test("a line that is no record ends it with the line's number", async () => {
  const log = join(testFolder(), "log.jsonl");
  writeFileSync(log, `${part(0, 1)}{oops\n${part(2, 3)}`);
  const { take } = follow(log, NEVER_MS);
  await take(1);
  await expect(take(1)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/^Line 2 of .*log\.jsonl is not a record: it is not JSON\. /),
  });
});
