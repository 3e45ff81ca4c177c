import { Worker } from "node:worker_threads";
import { EarshotError } from "../../domain/errors.ts";
import { THREAD_IDLE_MS } from "../../domain/limits.ts";

/** The answer of a thread to each job, in order: the result, or why nothing could be read. */
export type JobNews = { readonly result: unknown } | { readonly failure: string };

export interface JobThread<Job> {
  run(job: Job): Promise<unknown>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * A thread that starts with its first job, does one job after another, and ends when it has had none for
 * `idleMs`, since its memory is worth more than its start. However it ends, the next job starts a new
 * one. `what` is the name of its data in errors.
 */
export function createJobThread<Job>({
  file,
  workerData,
  what,
  idleMs = THREAD_IDLE_MS,
}: {
  readonly file: URL;
  readonly workerData: unknown;
  readonly what: string;
  readonly idleMs?: number;
}): JobThread<Job> {
  let thread: { readonly worker: Worker; readonly waiting: Waiting[] } | undefined;
  let isClosed = false;
  let ending: Promise<unknown> | undefined;

  function start(): NonNullable<typeof thread> {
    const worker = new Worker(file, { workerData });
    // A process with nothing else to do may end.
    worker.unref();
    const started = { worker, waiting: [] as Waiting[] };
    const idle = setTimeout(() => {
      // With its last answer the time begins again.
      if (started.waiting.length > 0) return;
      if (thread === started) thread = undefined;
      ending = worker.terminate();
    }, idleMs).unref();
    function end(cause: unknown): void {
      clearTimeout(idle);
      if (thread === started) thread = undefined;
      for (const { reject } of started.waiting.splice(0)) reject(readFailed(what, cause));
    }
    worker.on("message", (news: JobNews) => {
      idle.refresh();
      const next = started.waiting.shift();
      if (started.waiting.length === 0) worker.unref();
      if ("result" in news) next?.resolve(news.result);
      else next?.reject(readFailed(what, news.failure));
    });
    worker.on("error", end);
    worker.on("exit", () => end("The thread has ended."));
    return started;
  }

  return {
    async run(job) {
      if (isClosed) throw new EarshotError("SHUTTING_DOWN", "The server is stopping.");
      thread ??= start();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      thread.waiting.push({ resolve, reject });
      thread.worker.ref();
      thread.worker.postMessage(job);
      return await promise;
    },
    async close() {
      isClosed = true;
      await Promise.all([thread?.worker.terminate(), ending]);
    },
  };
}

function readFailed(what: string, cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The ${what} could not be read in its thread; nothing was changed. Try again.`,
    { cause },
  );
}
