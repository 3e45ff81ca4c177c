import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { databaseMade } from "./counted.ts";
// The set-up's resources are named there; not every program that uses this file knows them.
import type {} from "./global-postgres.ts";

export interface TestDatabase {
  readonly url: string;
  /** Ends all connections to it, and removes it. */
  drop(): Promise<void>;
}

/** A database of its own on the server of the tests: empty, or a copy of the template. */
export async function newDatabase(server?: string, template?: string): Promise<TestDatabase> {
  const name = `earshot_${randomBytes(8).toString("hex")}`;
  const query =
    server === undefined
      ? queryTestServer
      : (statement: string) => queryServer<NamedRole>(server, statement);
  const from = template === undefined ? "" : ` template ${template}`;
  await query(`create database ${name}${from}`);
  databaseMade.publish({ name });
  const url = new URL(server ?? inject("postgresUrl"));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      const [role] = await query(`${APP_ROLE} where datname = '${name}'`);
      await query(`drop database if exists ${name} with (force)`);
      // Roles belong to the server, and would outlive their database.
      if (role !== undefined) await query(`drop role if exists ${role.name}`);
    },
  };
}

interface NamedRole {
  readonly name: string;
}

const APP_ROLE = "select 'earshot_app_' || oid::text as name from pg_database";

let testServer: Promise<pg.Client> | undefined;

/** On this worker's one connection, since the server starts a process for each new one. */
async function queryTestServer(statement: string): Promise<readonly NamedRole[]> {
  testServer ??= connectToTestServer();
  const client = await testServer;
  return (await client.query<NamedRole>(statement)).rows;
}

async function connectToTestServer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  const forget = () => {
    testServer = undefined;
  };
  client.on("error", forget).on("end", forget);
  try {
    await client.connect();
  } catch (error) {
    forget();
    throw error;
  }
  return client;
}

/** The role that nodes of this database act as. */
export async function appRoleOf(url: string): Promise<string> {
  const [row] = await queryServer<NamedRole>(url, `${APP_ROLE} where datname = current_database()`);
  return row?.name ?? "";
}

/** Runs one statement with the rights of the server's own role, without Earshot. */
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
