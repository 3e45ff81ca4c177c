import type { ProcessFigures } from "../ports/system/figures.ts";

const SAMPLE_EVERY_MS = 10_000;
/** A minute, and the sample before it. */
const SAMPLES = 7;

interface Sample {
  readonly atMs: number;
  readonly cpuMs: number;
}

/** Measures this process. `close` ends its timer, which does not keep the process alive. */
export function createProcessFigures(): ProcessFigures & { close(): void } {
  const samples: Sample[] = [{ atMs: 0, cpuMs: 0 }];
  const timer = setInterval(() => {
    samples.push(sample());
    if (samples.length > SAMPLES) samples.shift();
  }, SAMPLE_EVERY_MS).unref();
  return {
    read() {
      const now = sample();
      const first = samples[0] ?? now;
      const passedMs = Math.max(now.atMs - first.atMs, 1);
      return {
        uptimeMs: Math.round(now.atMs),
        memoryBytes: process.memoryUsage.rss(),
        cpuPercent: Math.round(((now.cpuMs - first.cpuMs) / passedMs) * 1_000) / 10,
      };
    },
    close: () => clearInterval(timer),
  };
}

function sample(): Sample {
  const { user, system } = process.cpuUsage();
  return { atMs: process.uptime() * 1_000, cpuMs: (user + system) / 1_000 };
}
