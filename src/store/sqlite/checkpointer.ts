import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Checkpointed } from "./checkpoint-worker.ts";
import { isFatal } from "./errors.ts";

/** The thread's file: the compiled one in an installed package, the source in a clone. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./checkpoint-worker.ts" : "./checkpoint-worker.js",
  import.meta.url,
);

/** Some megabytes of log at most, where commits are large. */
const EVERY_COMMITS = 64;
/** What was erased stays in the log no longer than this, unless somebody reads there meanwhile. */
const EMPTY_AFTER_MS = 1_000;

/**
 * Carries what was committed from SQLite's write-ahead log into the database file, in a thread of
 * its own, since that costs an fsync which nobody needs to wait for. Where the thread does not keep
 * up, or there is none, the connection that writes does it by itself once the log is large.
 */
export interface Checkpointer {
  /** Hears of every commit; one that erases has the log emptied soon, whether others follow or not. */
  committed(isErasing: boolean): void;
  close(): Promise<void>;
}

export interface CheckpointerOptions {
  readonly onFatal: (error: unknown) => void;
  /**
   * Empties the log by the connection that writes: from another it would keep that out. False where
   * somebody reads there.
   */
  readonly empty: () => boolean;
}

export function createCheckpointer(
  path: string,
  { onFatal, empty }: CheckpointerOptions,
): Checkpointer {
  let commits = 0;
  let isBusy = false;
  let worker: Worker | undefined;
  let emptying: NodeJS.Timeout | undefined;

  function emptySoon(): void {
    emptying ??= setTimeout(() => {
      emptying = undefined;
      if (!empty()) emptySoon();
    }, EMPTY_AFTER_MS).unref();
  }

  function start(): Worker {
    const started = new Worker(WORKER, { workerData: path });
    started.unref();
    started.on("message", ({ error }: Checkpointed) => {
      isBusy = false;
      if (error !== undefined && isFatal(error)) onFatal(new Error(error.message));
    });
    // It stays busy then, and the connection that writes makes the checkpoints.
    started.on("error", () => {});
    return started;
  }

  return {
    committed(isErasing) {
      commits += 1;
      if (isErasing) emptySoon();
      if (commits < EVERY_COMMITS || isBusy) return;
      commits = 0;
      isBusy = true;
      worker ??= start();
      worker.postMessage("checkpoint");
    },
    async close() {
      clearTimeout(emptying);
      if (worker === undefined) return;
      const exited = once(worker, "exit");
      // A process with nothing else to do would end before the thread has, and before this resolves.
      worker.ref();
      worker.postMessage("close");
      await exited;
      worker = undefined;
    },
  };
}
