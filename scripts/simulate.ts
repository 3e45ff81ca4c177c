import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { formatDuration } from "../src/domain/duration.ts";
import { type SimulationResult, simulate } from "../src/testing/simulator/simulate.ts";

/*
 * npm run simulate -- --seeds 10000 [--from 1] [--verbose]
 * Runs simulated worlds on all cores; prints each violation with its seed, then a summary as one
 * JSON line. Exits 1 where an invariant did not hold.
 */
const PROGRESS_MS = 2_000;

if (isMainThread) await main();
else await work(workerData as { from: number; to: number; stride: number });

async function work({ from, to, stride }: { from: number; to: number; stride: number }) {
  for (let seed = from; seed < to; seed += stride) parentPort?.postMessage(await simulate(seed));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "300" },
      from: { type: "string", default: "1" },
      verbose: { type: "boolean", default: false },
    },
  });
  const [count, first] = [Number(values.seeds), Number(values.from)];
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(first)) {
    console.error("Usage: npm run simulate -- --seeds COUNT [--from SEED] [--verbose]");
    process.exit(2);
  }
  if (count === 1 && values.verbose) {
    console.log(JSON.stringify(await simulate(first, { onStep: (line) => console.log(line) })));
    return;
  }
  const total = { seeds: 0, steps: 0, crashes: 0, events: 0, virtualMs: 0, violations: 0 };
  const started = Date.now();
  const note = (result: SimulationResult) => {
    total.seeds += 1;
    total.steps += result.steps;
    total.crashes += result.crashes;
    total.events += result.events;
    total.virtualMs += result.virtualMs;
    if (result.violation === undefined) return;
    total.violations += 1;
    console.log(JSON.stringify(result));
  };
  const progress = setInterval(() => {
    const elapsed = Date.now() - started;
    const left = (elapsed / Math.max(total.seeds, 1)) * (count - total.seeds);
    console.error(
      `${total.seeds} of ${count} worlds, ${total.violations} violations, ${formatDuration(left)} left`,
    );
  }, PROGRESS_MS);
  const threads = Math.min(availableParallelism(), count);
  await Promise.all(
    Array.from({ length: threads }, (_, index) =>
      runThread({ from: first + index, to: first + count, stride: threads }, note),
    ),
  );
  clearInterval(progress);
  const { virtualMs, ...sums } = total;
  console.log(
    JSON.stringify({
      ...sums,
      from: first,
      virtual: formatDuration(virtualMs),
      seconds: Math.round((Date.now() - started) / 1000),
    }),
  );
  process.exitCode = total.violations === 0 ? 0 : 1;
}

function runThread(job: object, note: (result: SimulationResult) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL(import.meta.url), { workerData: job });
  worker.on("message", note);
  worker.once("error", reject);
  worker.once("exit", () => resolve());
  return promise;
}
