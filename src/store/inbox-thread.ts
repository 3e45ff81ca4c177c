import { Worker } from "node:worker_threads";
import { EarshotError } from "../domain/errors.ts";
import type { InboxReader } from "../ports/inbox-reader.ts";
import type { InboxJob, InboxNews, ScanName } from "./inbox-jobs.ts";

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Reads in a thread with a connection of its own, which begins with the first read and stays: people
 * search and open requests one after the other. A thread that ends is replaced with the next read.
 */
export function createThreadedInboxReader(file: URL, workerData: unknown): InboxReader {
  let thread: { readonly worker: Worker; readonly waiting: Waiting[] } | undefined;
  let isClosed = false;

  function start(): NonNullable<typeof thread> {
    const worker = new Worker(file, { workerData });
    // A process that has nothing else to do may end.
    worker.unref();
    const started = { worker, waiting: [] as Waiting[] };
    function end(cause: unknown): void {
      if (thread === started) thread = undefined;
      for (const { reject } of started.waiting.splice(0)) reject(readFailed(cause));
    }
    worker.on("message", (news: InboxNews) => {
      const next = started.waiting.shift();
      if (started.waiting.length === 0) worker.unref();
      if ("result" in news) next?.resolve(news.result);
      else next?.reject(readFailed(news.failure));
    });
    worker.on("error", end);
    worker.on("exit", () => end("The thread has ended."));
    return started;
  }

  async function run<Name extends ScanName>(
    scan: Name,
    input: Parameters<InboxReader[Name]>[0],
  ): Promise<Awaited<ReturnType<InboxReader[Name]>>> {
    if (isClosed) throw new EarshotError("SHUTTING_DOWN", "The server is stopping.");
    thread ??= start();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    thread.waiting.push({ resolve, reject });
    thread.worker.ref();
    thread.worker.postMessage({ scan, input } as InboxJob);
    return (await promise) as Awaited<ReturnType<InboxReader[Name]>>;
  }

  return {
    search: (input) => run("search", input),
    similar: (input) => run("similar", input),
    insights: (input) => run("insights", input),
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
    },
  };
}

function readFailed(cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "The inbox could not be read in its thread; nothing was changed. Try again.",
    { cause },
  );
}
