import { ERRORS, type ErrorCode } from "../domain/errors.ts";
import type { Figures } from "../ports/system/figures.ts";
import { watchLoopDelay } from "./loop-delay.ts";
import { samplesOf } from "./metrics-samples.ts";
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
  // There from the start: else nobody would see the size of the first burst.
  const errors = new Map<ErrorCode, number>();
  for (const code of Object.keys(ERRORS) as ErrorCode[]) errors.set(code, 0);
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
    write: (figures) => metricsText({ ...samplesOf(figures), ...ofProcess() }),
    close: delay.close,
  };
}
