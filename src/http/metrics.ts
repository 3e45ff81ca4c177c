import type { ErrorCode } from "../domain/errors.ts";
import type { Figures } from "../ports/door.ts";
import type { NodeFigures } from "../ports/node-figures.ts";
import { watchLoopDelay } from "./loop-delay.ts";
import { metricsText, type Sample, type Samples } from "./metrics-text.ts";

/** Counts calls by operation and outcome, and writes the figures for Prometheus. */
export interface Metrics {
  count(operation: string, status: number): void;
  countError(code: ErrorCode): void;
  write(figures: Figures): string;
  close(): void;
}

const CLASSES = [200, 300, 400, 500] as const;

export function createMetrics({ version }: { readonly version?: string } = {}): Metrics {
  /** Calls of each operation by class of status, in the order of CLASSES. */
  const calls = new Map<string, [number, number, number, number]>();
  const errors = new Map<ErrorCode, number>();
  const startedAt = (performance.timeOrigin / 1_000).toFixed(3);
  const delay = watchLoopDelay();

  function callSamples(): Sample[] {
    return [...calls].flatMap(([operation, counts]) =>
      CLASSES.map((first, index) => ({
        labels: [operation, `${first / 100}xx`],
        value: counts[index] ?? 0,
      })),
    );
  }

  function ofProcess(): Samples {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      earshot_build_info: version === undefined ? undefined : [{ labels: [version], value: 1 }],
      process_start_time_seconds: Number(startedAt),
      earshot_calls_total: callSamples(),
      earshot_errors_total: [...errors].map(([code, value]) => ({ labels: [code], value })),
      earshot_loop_delay_p99_seconds: delay.p99(),
      earshot_resident_bytes: rss,
      earshot_heap_bytes: heapUsed,
    };
  }

  return {
    count(operation, status) {
      let counts = calls.get(operation);
      if (counts === undefined) {
        counts = [0, 0, 0, 0];
        calls.set(operation, counts);
      }
      const index = Math.min(Math.max(Math.floor(status / 100) - 2, 0), 3) as 0 | 1 | 2 | 3;
      counts[index] += 1;
    },
    countError: (code) => void errors.set(code, (errors.get(code) ?? 0) + 1),
    write: ({ node, ...figures }) =>
      metricsText({
        earshot_open_requests: figures.openRequests,
        earshot_oldest_open_seconds: seconds(figures.oldestOpenMs),
        earshot_waiters: figures.waiters,
        earshot_last_event: figures.lastEvent,
        ...(node === undefined ? {} : ofNode(node)),
        ...ofProcess(),
      }),
    close: delay.close,
  };
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

function ofNode(node: NodeFigures): Samples {
  return {
    earshot_decisions_total: node.decisions.map(({ outcome, via = "none", count }) => ({
      labels: [outcome, via],
      value: count,
    })),
    earshot_commit_changes: node.batchSizes,
    earshot_commit_seconds: node.commitSeconds,
    earshot_commit_failures_total: node.failedBatches,
    earshot_lease_held: node.leases.map((lease) => ({ labels: [lease], value: 1 })),
    earshot_clock_offset_seconds: seconds(node.clockOffsetMs),
    ...ofNotices(node),
    ...ofPool(node),
  };
}

function ofNotices({ notices }: NodeFigures): Samples {
  if (notices === undefined) return {};
  return {
    earshot_hearing: notices.isHearing ? 1 : 0,
    earshot_notices_heard_total: notices.heard,
    earshot_notices_interrupted_total: notices.interruptions,
    earshot_catch_ups_total: notices.catchUps,
  };
}

function ofPool({ pool }: NodeFigures): Samples {
  if (pool === undefined) return {};
  return {
    earshot_pool_size: pool.size,
    earshot_pool_connections: [
      { labels: ["busy"], value: pool.busy },
      { labels: ["idle"], value: pool.open - pool.busy },
    ],
    earshot_pool_waiting: pool.waiting,
  };
}
