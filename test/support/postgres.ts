import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { databaseMade } from "./counted.ts";
// What the set-up provides is named there, and not every program that uses this file knows it.
import type {} from "./global-postgres.ts";

export interface TestDatabase {
  readonly url: string;
  /** Ends all connections to it, and removes it. */
  drop(): Promise<void>;
}

/** A database of its own on the server of the tests: empty, or a copy of the template. */
export async function newDatabase(
  server = inject("postgresUrl"),
  template?: string,
): Promise<TestDatabase> {
  const name = `earshot_${randomBytes(8).toString("hex")}`;
  const from = template === undefined ? "" : ` template ${template}`;
  await onServer(server, `create database ${name}${from}`);
  databaseMade.publish({ name });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      const role = await appRoleOf(url.href).catch(() => undefined);
      await onServer(server, `drop database if exists ${name} with (force)`);
      // Roles are the server's, and would outlive the database that they are for.
      if (role !== undefined) await onServer(server, `drop role if exists ${role}`);
    },
  };
}

/** The role that nodes of this database act as. */
export async function appRoleOf(url: string): Promise<string> {
  const [row] = await queryServer<{ readonly name: string }>(
    url,
    "select 'earshot_app_' || oid::text as name from pg_database where datname = current_database()",
  );
  return row?.name ?? "";
}

/** Runs one statement with the rights of the server's own role, past everything that Earshot does. */
export async function onServer(url: string, statement: string): Promise<void> {
  await queryServer(url, statement);
}

export async function queryServer<R extends object>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<R>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
