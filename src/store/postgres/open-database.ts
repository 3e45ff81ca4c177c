import { EarshotError } from "../../domain/errors.ts";
import { badUrl, connect } from "./connection.ts";
import type { PostgresDatabase } from "./database.ts";
import { kyselyOver } from "./kysely.ts";
import { type PoolFigures, ScopedPool } from "./scoped-pool.ts";

const POOL_SIZE = 10;

export interface OpenDatabaseOptions {
  readonly url: string;
  /** How many connections all reads may use; a node has a few more for itself. */
  readonly poolSize?: number;
}

/** A database whose pool can be looked at. */
export interface OpenDatabase extends PostgresDatabase {
  pool(): PoolFigures;
}

/**
 * Opens the pool over tables that are up to date; see `migratePostgres`. Throws STORE_UNAVAILABLE if the
 * database is away, or reports commits as durable before they are.
 */
export async function openDatabase({
  url,
  poolSize = POOL_SIZE,
}: OpenDatabaseOptions): Promise<OpenDatabase> {
  assertUrl(url);
  const pool = new ScopedPool({
    size: poolSize,
    connect: () => connect({ url, purpose: "reads" }),
  });
  const database: OpenDatabase = {
    url,
    query: (scope, text, values) => pool.query(scope, text, values),
    kysely: (scope) => kyselyOver((text, values) => pool.query(scope, text, values)),
    connect: (purpose) => connect({ url, purpose }),
    pool: () => pool.figures(),
    close: () => pool.close(),
  };
  try {
    await assertDurable(database);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return database;
}

const DURABLE = ["on", "remote_apply"];

async function assertDurable(database: PostgresDatabase): Promise<void> {
  const [row] = await database.query<{ readonly value: string }>(
    "",
    "select current_setting('synchronous_commit') as value",
  );
  if (DURABLE.includes(row?.value ?? "")) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `PostgreSQL does not promise durable commits here (synchronous_commit=${row?.value}). Set it: alter database NAME set synchronous_commit = on;`,
  );
}

/** Checked first, because the driver's error about an unreadable URL may contain the password. */
export function assertUrl(url: string): void {
  if (!URL.canParse(url)) throw badUrl(undefined);
  const { protocol } = new URL(url);
  if (protocol !== "postgres:" && protocol !== "postgresql:") throw badUrl(undefined);
}
