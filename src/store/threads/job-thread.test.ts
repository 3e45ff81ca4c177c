import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startedThreads } from "../../../test/support/threads.ts";
import { createJobThread } from "./job-thread.ts";

type Job = { readonly workMs: number } | "crash";

/** Answers each job with the number of its thread, after the time that the job takes. */
const WORKER = `
  import { parentPort, threadId } from "node:worker_threads";
  let last = Promise.resolve();
  parentPort.on("message", (job) => {
    if (job === "crash") throw new Error("It crashed.");
    last = last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, job.workMs));
      parentPort.postMessage({ result: threadId });
    });
  });
`;
const AT_ONCE = { workMs: 0 };

function threadOf(idleMs: number) {
  const file = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`);
  const thread = createJobThread<Job>({ file, workerData: undefined, what: "sample", idleMs });
  onTestFinished(() => thread.close());
  return thread;
}

test("a thread without a job for a while ends, and the next job starts another", async () => {
  const threads = startedThreads();
  const { run } = threadOf(20);
  const first = await run(AT_ONCE);
  await threads.ended();
  expect(await run(AT_ONCE)).not.toBe(first);
  expect(threads.count()).toBe(2);
});

test("a thread whose job takes longer than that stays until it is done", async () => {
  const threads = startedThreads();
  const { run } = threadOf(20);
  const [first, second] = await Promise.all([run({ workMs: 100 }), run({ workMs: 100 })]);
  expect(second).toBe(first);
  expect(threads.count()).toBe(1);
});

test("a job that comes in the moment in which its thread ends is done all the same", async () => {
  const threads = startedThreads();
  const { run } = threadOf(5);
  for (let n = 0; n < 60; n++) {
    await pause(3 + (n % 5));
    expect(await Promise.all([run(AT_ONCE), run(AT_ONCE)])).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  }
  expect(threads.count()).toBeGreaterThan(1);
});

test("a thread that crashes fails the jobs that wait, and the next job starts another", async () => {
  const { run } = threadOf(60_000);
  const first = await run(AT_ONCE);
  const failed = await Promise.allSettled([run("crash"), run(AT_ONCE)]);
  expect(failed).toEqual(
    Array.from(failed, () =>
      expect.objectContaining({ reason: expect.objectContaining({ code: "STORE_UNAVAILABLE" }) }),
    ),
  );
  expect(await run(AT_ONCE)).not.toBe(first);
});

test("a closed one takes no job, and has ended", async () => {
  const threads = startedThreads();
  const thread = threadOf(60_000);
  await thread.run(AT_ONCE);
  await thread.close();
  await threads.ended();
  await expect(thread.run(AT_ONCE)).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
});
