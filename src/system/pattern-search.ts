import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { EarshotError } from "../domain/errors.ts";
import type { PrincipalId } from "../domain/id.ts";
import { THREAD_IDLE_MS } from "../domain/limits.ts";
import type { MemoryMatch, MemorySearch } from "../ports/earshot/memory.ts";
import type { PatternQuery, PatternSearch } from "../ports/store/pattern-search.ts";
import type { SearchJob, SearchNews, SearchSource } from "./pattern-search-worker.ts";

/** The thread's file: the compiled one in an installed package, the source in a clone. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./pattern-search-worker.ts" : "./pattern-search-worker.js",
  import.meta.url,
);

/** After this time a search ends by itself, between two lines. */
const BUDGET_MS = 500;
/** One line, or the pattern itself, can take longer than that: then the thread is ended. */
const GRACE_MS = 250;
/** How many searches of one principal may run or wait at once. */
const MAX_WAITING = 8;
const HEAP_MB = 256;

/**
 * Searches in a thread with its own connection, one search at a time, so that no pattern can hold
 * up the serving thread. A thread that does not end in time is ended and replaced, and so is one that
 * nobody has needed for `idleMs`.
 */
export function createPatternSearch(
  source: SearchSource,
  idleMs: number = THREAD_IDLE_MS,
): PatternSearch {
  const waiting = new Map<PrincipalId, number>();
  let last: Promise<unknown> = Promise.resolve();
  let thread: Worker | undefined;
  let isClosed = false;
  const idle = setTimeout(() => {
    // With the end of the last search the time begins again.
    if (thread !== undefined && waiting.size === 0) end(thread);
  }, idleMs).unref();

  async function ready(): Promise<Worker> {
    if (isClosed) throw new EarshotError("SHUTTING_DOWN", "The server is stopping.");
    if (thread !== undefined) return thread;
    const started = new Worker(WORKER, {
      workerData: source,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // Rejects if the thread throws.
    await once(started, "message");
    started.unref();
    // Without a listener, the error of a thread that ends between two searches would end the
    // process.
    started.on("error", () => end(started));
    thread = started;
    return started;
  }

  function end(ended: Worker): void {
    if (thread === ended) thread = undefined;
    void ended.terminate();
  }

  async function run({ place, pattern, syntax }: PatternQuery): Promise<MemorySearch> {
    const worker = await ready().catch(failed);
    const { promise, resolve, reject } = Promise.withResolvers<MemorySearch>();
    const matches: MemoryMatch[] = [];
    const timer = setTimeout(() => {
      end(worker);
      resolve({ matches, isPartial: true });
    }, BUDGET_MS + GRACE_MS);

    function onMessage(news: SearchNews): void {
      if (news.type === "found") matches.push(...news.matches);
      if (news.type === "done") resolve({ matches, isPartial: news.isPartial });
      if (news.type === "refused") reject(new EarshotError("INVALID_INPUT", news.message));
    }
    function onError(error: unknown): void {
      end(worker);
      reject(searchFailed(error));
    }

    worker.on("message", onMessage).on("error", onError);
    const { workspace, agent, run } = place;
    worker.postMessage({
      place: [workspace, agent, run],
      pattern,
      syntax,
      budgetMs: BUDGET_MS,
    } satisfies SearchJob);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError);
    }
  }

  return {
    async search(query) {
      const ahead = waiting.get(query.by) ?? 0;
      if (ahead >= MAX_WAITING) throw tooMany();
      waiting.set(query.by, ahead + 1);
      const turn = last.then(() => run(query));
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        const left = (waiting.get(query.by) ?? 1) - 1;
        if (left === 0) waiting.delete(query.by);
        else waiting.set(query.by, left);
        idle.refresh();
      }
    },
    async close() {
      isClosed = true;
      await last;
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}

function failed(error: unknown): never {
  throw error instanceof EarshotError ? error : searchFailed(error);
}

function searchFailed(cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "The search failed in its thread; nothing was found or changed. Try again.",
    { cause },
  );
}

function tooMany(): EarshotError {
  return new EarshotError(
    "RATE_LIMITED",
    `This key has ${MAX_WAITING} searches under way. Wait for one of them to end.`,
  );
}
