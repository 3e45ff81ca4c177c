import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Figures } from "../ports/door.ts";

/** Counts calls by operation and outcome, and writes the figures for Prometheus. */
export interface Metrics {
  count(operation: string, status: number): void;
  write(figures: Figures): string;
  close(): void;
}

const CLASSES = [200, 300, 400, 500] as const;

export function createMetrics(): Metrics {
  /** Calls of each operation by class of status, in the order of CLASSES. */
  const calls = new Map<string, [number, number, number, number]>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  function callLines(): string[] {
    return [...calls].flatMap(([operation, counts]) =>
      CLASSES.map((first, index) => {
        const labels = `operation="${operation}",status="${first / 100}xx"`;
        return `earshot_calls_total{${labels}} ${counts[index]}`;
      }),
    );
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
    write(figures) {
      const { rss } = process.memoryUsage();
      const lag = delay.percentile(99) / 1e9;
      return [
        ...gauge("earshot_open_requests", "Requests that wait for a person", figures.openRequests),
        ...gauge("earshot_waiters", "Calls that wait for an answer now", figures.waiters),
        ...gauge("earshot_last_event", "Sequence number of the newest event", figures.lastEvent),
        ...gauge("earshot_resident_bytes", "Resident memory of the process", rss),
        ...gauge("earshot_loop_delay_p99_seconds", "Delay of the main thread", lag),
        "# HELP earshot_calls_total Calls by operation and class of status",
        "# TYPE earshot_calls_total counter",
        ...callLines(),
        "",
      ].join("\n");
    },
    close: () => delay.disable(),
  };
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}
