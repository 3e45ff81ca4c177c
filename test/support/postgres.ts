import { randomBytes } from "node:crypto";
import pg from "pg";
import { databaseMade } from "./counted.ts";
import { service } from "./services.ts";

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
  // The files of a small one are copied in half the time that its pages take by way of the log.
  const from = template === undefined ? "" : ` template ${template} strategy file_copy`;
  await query(`create database ${name}${from}`);
  databaseMade.publish({ name });
  const url = new URL(server ?? (await testServerUrl()));
  url.pathname = `/${name}`;
  if (server === undefined) kept.set(url.href, []);
  return {
    url: url.href,
    async drop() {
      kept.delete(url.href);
      const [role] = await query(`${APP_ROLE} where datname = '${name}'`);
      await query(`drop database if exists ${name} with (force)`);
      // Roles belong to the server, and would outlive their database.
      if (role !== undefined) await query(`drop role if exists ${role.name}`);
    },
  };
}

/** One with the tables of Earshot, copied from those that were made once: making them takes ten times as long. */
export async function databaseWithTables(): Promise<TestDatabase> {
  return await newDatabase(undefined, await service("template"));
}

let serverUrl: Promise<string> | undefined;

/** The address of the server of the tests, of a superuser. */
export async function testServerUrl(): Promise<string> {
  serverUrl ??= service("postgres");
  return await serverUrl;
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
  const client = new pg.Client({ connectionString: await testServerUrl() });
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
  const known = kept.get(url)?.pop();
  const client = known ?? (await connectTo(url));
  try {
    const { rows } = await client.query<R>(statement, [...values]);
    const clients = kept.get(url);
    if (clients === undefined) await client.end();
    else clients.push(client);
    return rows;
  } catch (error) {
    await client.end().catch(() => {});
    // A fact has ended it from outside, before this was heard of.
    if (known !== undefined && isEnded(error)) return await queryServer(url, statement, values);
    throw error;
  }
}

/**
 * Connections that are not in use, for each database of the test server that is still there: the server
 * starts a process for each new one.
 */
const kept = new Map<string, pg.Client[]>();

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  client.on("end", () => {
    const others = kept.get(url)?.filter((one) => one !== client);
    if (others !== undefined) kept.set(url, others);
  });
  await client.connect();
  return client;
}

function isEnded(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code === "57P01" || (code === undefined && message.startsWith("Connection terminated"));
}
