import { EarshotError } from "../../domain/errors.ts";
import type { Connection, PgRow } from "../postgres/database.ts";
import { numbered } from "../postgres/numbered-values.ts";
import { migratePostgres } from "../setup/migrate-postgres.ts";
import { insertRows, postgresRows } from "./postgres-rows.ts";
import { asOwner } from "./postgres-session.ts";
import { postgresMigrations, postgresShapes } from "./postgres-shape.ts";
import type { NamedSecret } from "./postgres-source.ts";
import type { Target, TargetHead } from "./record.ts";

export interface PostgresTarget extends Target {
  /** Stores sealed secrets unchanged, if there are none. */
  putSecrets(secrets: readonly NamedSecret[]): Promise<void>;
}

/**
 * An empty database; creates its tables if they are missing. Everything is written in one transaction, so
 * an interrupted copy leaves the database as it was. Throws INVALID_INPUT if it holds something; `named`
 * says in that error which database it is and where its name comes from.
 */
export async function openPostgresTarget(
  url: string,
  { now, named }: { readonly now: number; readonly named: string },
): Promise<PostgresTarget> {
  await migratePostgres({ url, now });
  const connection = await asOwner(url, "restore");
  try {
    await connection.query("begin");
    // Meanwhile no node founds a workspace and no second copy begins.
    await connection.query("lock table workspaces in share row exclusive mode");
    const tables = await postgresShapes(connection);
    for (const { name } of tables) await assertEmpty(connection, name, named);
    return {
      migrations: await postgresMigrations(connection),
      tables,
      insert: (table, rows) => insertRows(connection, table, rows),
      rows: (table) => postgresRows(connection, table),
      all: async <R extends object>(text: string, values: readonly (string | number | null)[]) =>
        connection.query<R & PgRow>(numbered(text), values),
      async putSecrets(secrets) {
        for (const { name, sealed, version } of secrets)
          await putSecret(connection, { name, sealed, version });
      },
      async commit(heads) {
        for (const [workspace, head] of heads) await putHead(connection, workspace, head);
        await connection.query("commit");
        await connection.close();
      },
      // Uncommitted work ends with the connection.
      abandon: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function assertEmpty(connection: Connection, table: string, named: string): Promise<void> {
  const found = await connection.query(`select 1 as one from "${table}" limit 1`);
  if (found.length === 0) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The database ${named} is not empty: there are rows in its table ${table}, and nothing is ever written over a record. Make a new database, and give its address with --postgres.`,
    { details: { table } },
  );
}

async function putSecret(
  connection: Connection,
  { name, sealed, version }: NamedSecret,
): Promise<void> {
  await connection.query("insert into secrets (name, sealed, version) values ($1, $2, $3)", [
    name,
    sealed,
    version,
  ]);
}

async function putHead(
  connection: Connection,
  workspace: string,
  { seq, hash }: TargetHead,
): Promise<void> {
  await connection.query(
    `insert into heads (workspace, seq, hash) values ($1, $2, $3)
      on conflict (workspace) do update set seq = excluded.seq, hash = excluded.hash`,
    [workspace, seq, hash],
  );
}
