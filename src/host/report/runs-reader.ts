import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { EarshotError } from "../../domain/errors.ts";
import { isId } from "../../domain/id.ts";
import { THREAD_IDLE_MS } from "../../domain/limits.ts";
import type { ListedRun, RunsReader, RunTranscript } from "../../ports/earshot/runs.ts";
import type { Unsettled } from "./runs-shelf.ts";
import type { RunsJob, RunsNews } from "./runs-worker.ts";

export interface RunsReaderOptions {
  /** The data folder. */
  readonly root: string;
  /** Whether some process holds this lock. */
  readonly isLocked: (path: string) => boolean;
  /** When an idle thread ends; `THREAD_IDLE_MS` if absent. */
  readonly idleMs?: number;
}

/** The thread's file: the compiled one in an installed package, the source in a clone. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./runs-worker.ts" : "./runs-worker.js",
  import.meta.url,
);
const HEAP_MB = 1_024;

/**
 * Reads the logs of runs in a thread, one after the other, so that the serving thread never waits
 * for one: they can be tens of megabytes. The first request starts the thread, and it ends when it has
 * had none for a while.
 */
export function createRunsReader({
  root,
  isLocked,
  idleMs = THREAD_IDLE_MS,
}: RunsReaderOptions): RunsReader & { close(): Promise<void> } {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let jobs = 0;
  const idle = setTimeout(() => {
    // With the end of the last job the time begins again.
    if (jobs === 0) void end();
  }, idleMs).unref();

  async function end(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  function ready(): Worker {
    if (isClosed) throw new EarshotError("SHUTTING_DOWN", "The server is stopping.");
    thread ??= start();
    return thread;
  }

  function start(): Worker {
    const started = new Worker(WORKER, {
      workerData: root,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    started.unref();
    // Without a listener, the error of a thread that ends between two jobs would end the process.
    started.on("error", () => {});
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  async function run(job: RunsJob): Promise<unknown> {
    const worker = ready();
    const ended = new AbortController();
    const { signal } = ended;
    try {
      worker.postMessage(job);
      const [news] = (await Promise.race([
        once(worker, "message", { signal }),
        once(worker, "exit", { signal }).then(() => [{ type: "failed", message: "it ended" }]),
      ])) as [RunsNews];
      if (news.type === "done") return news.result;
      if (news.type === "tooLarge") throw new EarshotError("TOO_LARGE", news.message);
      throw unreadable(news.message);
    } catch (error) {
      throw error instanceof EarshotError ? error : unreadable((error as Error).message);
    } finally {
      ended.abort();
    }
  }

  async function inTurn<T>(job: RunsJob): Promise<T> {
    jobs += 1;
    const turn = last.then(() => run(job));
    last = turn.catch(() => {});
    try {
      return (await turn) as T;
    } finally {
      jobs -= 1;
      idle.refresh();
    }
  }

  function settled(run: ListedRun, lock: string): ListedRun {
    return run.state === "unfinished" && isLocked(lock) ? { ...run, state: "running" } : run;
  }

  return {
    async list(limit) {
      const items = await inTurn<readonly Unsettled<ListedRun>[]>({ type: "list", limit });
      return items.map(({ value, lock }) => settled(value, lock));
    },
    async show(id, after, limit) {
      if (!isId("run", id)) return undefined;
      const job: RunsJob = { type: "show", id, after, limit };
      const found = await inTurn<Unsettled<RunTranscript> | undefined>(job);
      if (found === undefined) return undefined;
      const { value, lock } = found;
      return { ...value, run: settled(value.run, lock) };
    },
    async report(id) {
      return isId("run", id) ? await inTurn<string | undefined>({ type: "report", id }) : undefined;
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await end();
      await last;
    },
  };
}

function unreadable(reason: string): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The logs of runs could not be read: ${reason}. Nothing was changed; try again.`,
  );
}
