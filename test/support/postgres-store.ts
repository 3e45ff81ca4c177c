import { randomUUID } from "node:crypto";
import pg from "pg";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres-store.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "./postgres.ts";

/** A store over this database, as a node opens it. */
export function openNode(url: string, over: { poolSize?: number } = {}): Promise<PostgresStore> {
  return openPostgresStore({ url, node: randomUUID(), ...over });
}

/** One database for many tests, emptied between them, which is faster than a new one. */
export interface SharedDatabase extends TestDatabase {
  empty(): Promise<void>;
  /** Sets the database's time to this moment, until it is set again. */
  setTime(at: string): Promise<void>;
}

/** All that a workspace owns. What is known of the server itself stays: an open node has noted it. */
const TABLES = `select tablename::text as name from pg_tables
  where schemaname = 'public' and tablename not in ('migrations', 'timelines')
  order by tablename = 'workspaces'`;

export async function sharedDatabase(): Promise<SharedDatabase> {
  const { url, drop } = await databaseWithTables();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return {
    url,
    async empty() {
      const { rows } = await owner.query<{ readonly name: string }>(TABLES);
      await owner.query(rows.map(({ name }) => `delete from "${name}"`).join("; "));
    },
    async setTime(at) {
      await owner.query(standingStill(Date.parse(at)));
    },
    async drop() {
      await owner.end();
      await drop();
    },
  };
}

/** The clock for commits and leases stands still at this moment. */
export async function setDatabaseTime(url: string, ms: number): Promise<void> {
  await queryServer(url, standingStill(ms));
}

function standingStill(ms: number): string {
  return `create or replace function earshot_now() returns bigint language sql volatile
    as 'select ${ms}::bigint'`;
}
