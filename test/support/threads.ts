import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** The threads that this one starts from now on until the test has finished. */
export function startedThreads() {
  const ends: Promise<unknown>[] = [];
  const note = (worker: Worker) => void ends.push(once(worker, "exit"));
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  return {
    count: () => ends.length,
    /** Resolves when all of them have ended. */
    ended: async () => void (await Promise.allSettled(ends)),
  };
}
