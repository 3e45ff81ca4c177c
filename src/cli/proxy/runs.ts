import type { CallToolResult } from "@modelcontextprotocol/server";
import type { RequestId } from "../../domain/id.ts";

/** The runs of approved calls, one for each request. */
export interface Runs {
  /** Runs it, or brings the result of the run that there is. */
  once(id: RequestId, run: () => Promise<CallToolResult>): Promise<CallToolResult>;
  /** The run of a request, where this proxy has begun it and still knows. */
  of(id: RequestId): Promise<CallToolResult> | undefined;
}

const MOST_KEPT = 100;

/**
 * All who wait for one approval get the result of its one run. The newest results are kept, for a
 * client that had given up before its result came.
 */
export function createRuns(): Runs {
  const kept = new Map<RequestId, Promise<CallToolResult>>();
  return {
    of: (id) => kept.get(id),
    once(id, run) {
      const before = kept.get(id);
      if (before !== undefined) return before;
      const running = run();
      kept.set(id, running);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      // A run that did not come about may be tried again: the server says whether it can be.
      running.catch(() => kept.delete(id));
      return running;
    },
  };
}
