import type { StoredSecret } from "../../ports/store/shared-secrets.ts";
import type { Connection } from "../postgres/database.ts";
import { createRest } from "../threads/rests.ts";
import { postgresRows } from "./postgres-rows.ts";
import { asOwner } from "./postgres-session.ts";
import { postgresMigrations, postgresShapes } from "./postgres-shape.ts";
import type { Source } from "./record.ts";

/** A secret that nodes share, as stored: sealed by the deployment key. */
export interface NamedSecret extends StoredSecret {
  readonly name: string;
}

export interface PostgresSource extends Source {
  readonly secrets: readonly NamedSecret[];
}

/** How far the server has written; the database's own words for it, which none but a standby lacks. */
async function writesOfAll(connection: Connection): Promise<unknown> {
  const [row] = await connection.query<{ readonly at: string | null }>(
    `select case when pg_is_in_recovery() then null else pg_current_wal_insert_lsn() end::text as at`,
  );
  return row?.at;
}

/** Reads a database as it is now, in one read-only transaction, while nodes go on. */
export async function openPostgresSource(url: string): Promise<PostgresSource> {
  const connection = await asOwner(url, "backup");
  try {
    await connection.query("begin isolation level repeatable read read only");
    const secrets = await connection.query<NamedSecret>(
      'select name, sealed, version from secrets order by name collate "C"',
    );
    return {
      migrations: await postgresMigrations(connection),
      tables: await postgresShapes(connection),
      secrets: secrets.map(({ name, sealed, version }) => ({
        name,
        sealed,
        version: Number(version),
      })),
      rest: await createRest(() => writesOfAll(connection)),
      rows: (table) => postgresRows(connection, table),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
