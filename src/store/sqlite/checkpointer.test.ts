import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { startedThreads } from "../../../test/support/threads.ts";
import { createCheckpointer } from "./checkpointer.ts";
import { DatabaseSync } from "./node-sqlite.ts";

/** So many commits are followed by a checkpoint. */
const COMMITS = 64;

function open(idleMs: number) {
  const folder = mkdtempSync(join(tmpdir(), "earshot-checkpointer-"));
  const path = join(folder, "sample.db");
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table texts (text);");
  const checkpointer = createCheckpointer(path, { onFatal: fail, empty: () => true, idleMs });
  onTestFinished(async () => {
    await checkpointer.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    checkpointer,
    commit() {
      for (let n = 0; n < COMMITS; n++) {
        db.exec("insert into texts values (randomblob(2000))");
        checkpointer.committed(false);
      }
    },
    /** What has been moved into the database file. */
    moved: () => statSync(path).size,
  };
}

function fail(error: unknown): void {
  throw error;
}

test("a thread without a checkpoint for a while ends, and the next checkpoint starts another", async () => {
  const threads = startedThreads();
  const { commit, moved } = open(20);
  commit();
  await vi.waitFor(() => expect(threads.count()).toBe(1));
  await threads.ended();
  const after = moved();
  expect(after).toBeGreaterThan(COMMITS * 2_000);
  commit();
  await vi.waitFor(() => expect(moved()).toBeGreaterThan(after), 10_000);
  expect(threads.count()).toBe(2);
});

test("it is closed when a thread that was ending has ended", async () => {
  const threads = startedThreads();
  const { checkpointer, commit, moved } = open(60_000);
  commit();
  await checkpointer.close();
  expect(moved()).toBeGreaterThan(COMMITS * 2_000);
  await threads.ended();
});

test("a thread that is closed as its idle time ends is told to end once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const started = once(process, "worker") as Promise<[Worker]>;
  const { checkpointer, commit } = open(20);
  commit();
  const [thread] = await started;
  await once(thread, "message");
  // A thread that closes its connection twice fails.
  const orders = vi.spyOn(thread, "postMessage");
  const closed = checkpointer.close();
  vi.advanceTimersByTime(60);
  expect(orders.mock.calls).toEqual([["close"]]);
  await closed;
});
