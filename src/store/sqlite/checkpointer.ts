import { Worker } from "node:worker_threads";
import { THREAD_IDLE_MS } from "../../domain/limits.ts";
import type { Checkpointed } from "./checkpoint-worker.ts";
import { isFatal } from "./errors.ts";

/** The thread's file: the compiled one in an installed package, the source in a clone. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./checkpoint-worker.ts" : "./checkpoint-worker.js",
  import.meta.url,
);

/** A few megabytes of log at most, if commits are large. */
const EVERY_COMMITS = 64;
/** Erased text stays in the log no longer than this, unless somebody is reading it. */
const EMPTY_AFTER_MS = 1_000;

/**
 * Moves commits from SQLite's write-ahead log into the database file. A thread does it, since nobody
 * needs to wait for the fsync. If the thread is missing or too slow, the writing connection does it
 * once the log is large. The thread ends when it has had nothing to do for a while.
 */
export interface Checkpointer {
  /** Hears of every commit. After one that erases, the log is emptied soon, whether others follow or not. */
  committed(isErasing: boolean): void;
  close(): Promise<void>;
}

export interface CheckpointerOptions {
  readonly onFatal: (error: unknown) => void;
  /**
   * Empties the log on the writing connection; another would block that one. False if somebody is
   * reading the log.
   */
  readonly empty: () => boolean;
  /** When an idle thread ends; `THREAD_IDLE_MS` if absent. */
  readonly idleMs?: number;
}

export function createCheckpointer(
  path: string,
  { onFatal, empty, idleMs = THREAD_IDLE_MS }: CheckpointerOptions,
): Checkpointer {
  let commits = 0;
  let isBusy = false;
  let thread:
    | { readonly worker: Worker; readonly exited: Promise<void>; readonly idle: NodeJS.Timeout }
    | undefined;
  let ending: Promise<void> | undefined;
  let emptying: NodeJS.Timeout | undefined;

  function emptySoon(): void {
    emptying ??= setTimeout(() => {
      emptying = undefined;
      if (!empty()) emptySoon();
    }, EMPTY_AFTER_MS).unref();
  }

  function start(): NonNullable<typeof thread> {
    const worker = new Worker(WORKER, { workerData: path });
    worker.unref();
    const idle = setTimeout(() => {
      // With its answer the time begins again.
      if (!isBusy) end(started);
    }, idleMs).unref();
    worker.on("message", ({ error }: Checkpointed) => {
      isBusy = false;
      idle.refresh();
      if (error !== undefined && isFatal(error)) onFatal(new Error(error.message));
    });
    // It then stays busy, and the writing connection makes the checkpoints.
    worker.on("error", () => clearTimeout(idle));
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    worker.on("exit", () => resolve());
    const started = { worker, exited, idle };
    return started;
  }

  /** The thread closes its connection, and then itself. */
  function end({ worker, exited, idle }: NonNullable<typeof thread>): void {
    // A second order would meet a connection that is closed.
    clearTimeout(idle);
    thread = undefined;
    ending = exited;
    // Otherwise an idle process would end before the thread does.
    worker.ref();
    worker.postMessage("close");
  }

  return {
    committed(isErasing) {
      commits += 1;
      if (isErasing) emptySoon();
      if (commits < EVERY_COMMITS || isBusy) return;
      commits = 0;
      isBusy = true;
      thread ??= start();
      thread.worker.postMessage("checkpoint");
    },
    async close() {
      clearTimeout(emptying);
      if (thread !== undefined) end(thread);
      await ending;
    },
  };
}
