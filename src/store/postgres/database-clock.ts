import type { Clock } from "../../ports/system/clock.ts";
import { createClockOffset, type TimeSample } from "./clock-offset.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "./database.ts";

const MEASURED_EVERY_MS = 10_000;
const AT_START = 3;

/** The database's time on this node. All nodes use it, whatever their own clocks say. */
export interface DatabaseClock extends Clock {
  /** Takes a measurement made by something else, such as a commit. */
  observe(sample: TimeSample): void;
  figures(): ClockFigures;
  /** Stops measuring; the clock goes on. */
  close(): void;
}

export interface ClockFigures {
  /** How far the database's clock is ahead of this machine's. */
  readonly aheadMs: number;
  /** How wrong that can be. */
  readonly errorMs: number;
}

/** Rejects with STORE_UNAVAILABLE if the database does not tell its time. */
export async function createDatabaseClock(
  database: Pick<PostgresDatabase, "query">,
  elapsed: Clock["elapsed"] = () => performance.now(),
): Promise<DatabaseClock> {
  const offset = createClockOffset();
  const now = () => Math.round(elapsed() + offset.ms());

  async function measure(): Promise<void> {
    const askedAt = elapsed();
    const rows = await database.query<{ readonly now: number }>(
      EVERY_WORKSPACE,
      "select earshot_now() as now",
    );
    const answeredAt = elapsed();
    const databaseMs = rows[0]?.now;
    if (databaseMs !== undefined) offset.add({ databaseMs, askedAt, answeredAt });
  }

  // The first uses a new connection and is far slower than the next ones.
  for (let count = 0; count < AT_START; count++) await measure();
  // If the database is away, the next measurement may work. Meanwhile the monotonic clock goes on.
  const timer = setInterval(() => void measure().catch(() => {}), MEASURED_EVERY_MS).unref();

  return {
    now,
    elapsed,
    after(ms, action) {
      const waiting = setTimeout(action, ms).unref();
      return () => clearTimeout(waiting);
    },
    soon: (action) => void setImmediate(action),
    observe({ databaseMs, askedAt, answeredAt }) {
      // It was timed by a clock that stands still while this machine sleeps.
      const sleptMs = elapsed() - performance.now();
      offset.add({ databaseMs, askedAt: askedAt + sleptMs, answeredAt: answeredAt + sleptMs });
    },
    figures: () => ({ aheadMs: now() - Date.now(), errorMs: offset.errorMs() }),
    close: () => clearInterval(timer),
  };
}
