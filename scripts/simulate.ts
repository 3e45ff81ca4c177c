import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { formatDuration } from "../src/domain/duration.ts";
import { present } from "../src/domain/present.ts";
import {
  type SimulationOptions,
  type SimulationResult,
  simulate,
} from "../src/testing/simulator/simulate.ts";
import {
  postgresWorlds,
  prepareWorlds,
  type WorldServer,
} from "../test/postgres/simulated/postgres-world.ts";
import { startPostgres } from "./postgres.ts";

/*
 * npm run simulate -- --seeds 10000 [--from 1] [--jumps COUNT] [--postgres] [--verbose]
 * Runs simulated worlds on all cores; prints each violation with its seed, then a summary as one
 * JSON line. The worlds are over SQLite, or over a PostgreSQL that
 * is started for them. Exits 1 where an invariant did not hold.
 */
const PROGRESS_MS = 2_000;

interface Job {
  readonly from: number;
  readonly to: number;
  readonly stride: number;
  /** The PostgreSQL that the worlds use; SQLite, if absent. */
  readonly worlds: WorldServer | undefined;
  /** How often the clock jumps; the simulator's default, if absent. */
  readonly jumps: number | undefined;
}

if (isMainThread) await main();
else await work(workerData as Job);

async function work({ from, to, stride, worlds, jumps }: Job) {
  for (let seed = from; seed < to; seed += stride) {
    parentPort?.postMessage(await simulate(seed, optionsOver(worlds, jumps)));
  }
}

function optionsOver(
  worlds: WorldServer | undefined,
  clockJumps: number | undefined,
): SimulationOptions {
  return {
    ...present({
      openStore: worlds === undefined ? undefined : postgresWorlds(worlds),
      clockJumps,
    }),
  };
}

/** Starts a PostgreSQL for the run, if one is wanted. */
async function overStore<T>(
  isPostgres: boolean,
  run: (worlds: WorldServer | undefined) => Promise<T>,
): Promise<T> {
  if (!isPostgres) return await run(undefined);
  const server = await startPostgres();
  try {
    const { worlds } = await prepareWorlds(server.url);
    return await run(worlds);
  } finally {
    await server.remove();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "300" },
      from: { type: "string", default: "1" },
      jumps: { type: "string" },
      postgres: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
    },
  });
  const [count, first] = [Number(values.seeds), Number(values.from)];
  const jumps = values.jumps === undefined ? undefined : Number(values.jumps);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(first)) {
    console.error(
      "Usage: npm run simulate -- --seeds COUNT [--from SEED] [--jumps COUNT] [--postgres] [--verbose]",
    );
    process.exit(2);
  }
  if (count === 1 && values.verbose) {
    const onStep = (line: string) => console.log(line);
    await overStore(values.postgres, async (worlds) => {
      console.log(JSON.stringify(await simulate(first, { ...optionsOver(worlds, jumps), onStep })));
    });
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
  await overStore(values.postgres, (worlds) =>
    Promise.all(
      Array.from({ length: threads }, (_, index) =>
        runThread({ from: first + index, to: first + count, stride: threads, worlds, jumps }, note),
      ),
    ),
  );
  clearInterval(progress);
  console.log(JSON.stringify(total));
  process.exitCode = total.violations === 0 ? 0 : 1;
}

function runThread(job: Job, note: (result: SimulationResult) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL(import.meta.url), { workerData: job });
  worker.on("message", note);
  worker.once("error", reject);
  worker.once("exit", () => resolve());
  return promise;
}
