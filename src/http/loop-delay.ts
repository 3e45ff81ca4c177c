import { createHistogram } from "node:perf_hooks";

/** How late the event loop has been recently. */
export interface LoopDelay {
  /** Seconds: the 99th percentile of the last full window; undefined before the first has ended. */
  p99(): number | undefined;
  close(): void;
}

const NANOSECONDS = 1e9;
const SAMPLE_MS = 20;
const WINDOW_MS = 15_000;

/**
 * It measures windows: over the whole life of a process, today's stall vanishes among the days before, and one
 * of the first minute shows for ever. Node's own monitor loses its last sample at a reset, and with it a
 * stall at the edge of two windows.
 */
export function watchLoopDelay(windowMs = WINDOW_MS): LoopDelay {
  const histogram = createHistogram();
  let sampledAt = performance.now();
  let endsAt = sampledAt + windowMs;
  let p99: number | undefined;
  const timer = setInterval(() => {
    const now = performance.now();
    histogram.record(Math.max(1, Math.round((now - sampledAt) * 1e6)));
    sampledAt = now;
    if (now < endsAt) return;
    p99 = histogram.percentile(99) / NANOSECONDS;
    histogram.reset();
    endsAt = now + windowMs;
  }, SAMPLE_MS);
  timer.unref();
  return { p99: () => p99, close: () => clearInterval(timer) };
}
