import { AsyncLocalStorage } from "node:async_hooks";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { Turns } from "../../ports/store/others.ts";
import { ConnectionSet } from "./advisory-locks.ts";
import type { Connection, PostgresDatabase } from "./database.ts";
import { postgresError, sqlState } from "./errors.ts";

const CONNECTIONS = 4;
/** Separates the names of turns from other locks that have numbers. */
const SEED = 11;
const LOCK = `select pg_advisory_lock(hashtextextended($1, ${SEED}))`;
const UNLOCK = `select pg_advisory_unlock(hashtextextended($1, ${SEED}))`;
const LOCK_NOT_AVAILABLE = "55P03";

export interface TurnsOptions {
  readonly database: Pick<PostgresDatabase, "connect">;
  /** How many turns of different names run at once; default 4. */
  readonly connections?: number;
}

export interface PostgresTurns extends Turns {
  close(): Promise<void>;
}

/** The turn around the running code, if there is one. */
interface Around {
  readonly connection: Connection;
  isOver: boolean;
}

/*
 * Within the process works wait for each other by name, so that only one of them asks the database.
 * That one holds an advisory lock of the session: the connection is its alone, but for the turns
 * within it. A turn within a turn takes its lock on the same connection, so that turns which wait for
 * turns never want more connections than there are.
 *
 * A connection that is lost within a turn gives the lock away while the work goes on. What it commits
 * is safe from that as far as the writes themselves compare what they rest on: versions, uses, keys,
 * epochs. What rests on a count alone, such as a budget, can be passed once by such a loss.
 */
export function createTurns({ database, connections = CONNECTIONS }: TurnsOptions): PostgresTurns {
  const set = new ConnectionSet({ size: connections, connect: () => database.connect("turns") });
  const around = new AsyncLocalStorage<Around>();
  const byName = new Map<string, Promise<unknown>>();

  async function shared<T>(name: string, work: () => Promise<T>): Promise<T> {
    const outer = around.getStore();
    const isWithin = outer !== undefined && !outer.isOver && outer.connection.isOpen();
    if (isWithin) return await locked(outer.connection, name, work);
    const connection = await set.take();
    const own: Around = { connection, isOver: false };
    try {
      return await around.run(own, () => locked(connection, name, work));
    } finally {
      own.isOver = true;
      set.giveBack(connection);
    }
  }

  return {
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = byName.get(name) ?? Promise.resolve();
      const next = () => shared(name, work);
      const mine = before.then(next, next);
      byName.set(name, mine);
      try {
        return await mine;
      } finally {
        if (byName.get(name) === mine) byName.delete(name);
      }
    },
    close: () => set.close(),
  };
}

async function locked<T>(connection: Connection, name: string, work: () => Promise<T>): Promise<T> {
  await lock(connection, name);
  try {
    return await work();
  } finally {
    // Not awaited: a caller who ended their own key must hear of it before their calls are cut off. The
    // next statement on this connection comes after it.
    void unlock(connection, name);
  }
}

async function lock(connection: Connection, name: string): Promise<void> {
  try {
    await connection.prepared("earshot_turn", LOCK, [name]);
  } catch (error) {
    throw isTooLate(error) ? waitedTooLong(name, error) : postgresError(error);
  }
}

/** The result of the work stands, whatever happens to the lock, which ends with its connection. */
async function unlock(connection: Connection, name: string): Promise<void> {
  try {
    await connection.prepared("earshot_turn_over", UNLOCK, [name]);
  } catch {
    await connection.close().catch(() => {});
  }
}

function isTooLate(error: unknown): boolean {
  const cause = isEarshotError(error) ? error.cause : error;
  return sqlState(error) === LOCK_NOT_AVAILABLE || sqlState(cause) === LOCK_NOT_AVAILABLE;
}

function waitedTooLong(name: string, cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `Another node has been at the same for too long (${name}): nothing was changed. Try again.`,
    { cause },
  );
}
