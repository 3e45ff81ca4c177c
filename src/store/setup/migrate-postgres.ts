import { randomUUID } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import { migrate } from "../migrations/migrations.ts";
import type { Progress } from "../migrations/on-upgrade.ts";
import { type ConnectOptions, connect } from "../postgres/connection.ts";
import type { Connection } from "../postgres/database.ts";
import { NO_SESSIONS, sqlState } from "../postgres/errors.ts";
import { kyselyOver } from "../postgres/kysely.ts";
import { assertUrl } from "../postgres/open-database.ts";
import { postgresDialect } from "../schema/postgres-dialect.ts";
import { ensureAppRole } from "./app-role.ts";
import { harden, schemaOf } from "./row-security.ts";

const WAIT_FOR_OTHERS_MS = 60_000;
const LOCK_MS = 10_000;

const ROUNDS = 3;
const NOTE = "select set_config('earshot.session', $1, false)";
const LOOK =
  "select pg_backend_pid() as process, current_setting('earshot.session', true) as noted";

interface Seen {
  readonly process: number;
  readonly noted: string | null;
}

/** The connection that migrates: a statement over a large table takes its time. */
export const MIGRATION = {
  purpose: "migration",
  statementMs: 0,
} as const satisfies Partial<ConnectOptions>;

export interface MigrateOptions {
  readonly url: string;
  readonly now: number;
  /** Opened as the owner with the options of `MIGRATION`; by default it opens its own. Closed at the end. */
  readonly connection?: Connection | undefined;
  /** Tells people how far the record of an earlier version has been brought up to date. */
  readonly onUpgrade?: Progress | undefined;
}

/**
 * Brings the database up to date as the user of the URL, who owns the tables or may create them. One node
 * does it at a time; the others wait. Throws STORE_UNAVAILABLE if that user lacks a right, or if a newer
 * version of Earshot was at work.
 */
export async function migratePostgres(options: MigrateOptions): Promise<void> {
  const { url } = options;
  assertUrl(url);
  const connection = options.connection ?? (await connect({ ...MIGRATION, url, as: "owner" }));
  try {
    await assertSessions(url, connection);
    await keepOthersOut(connection);
    await assertSchema(connection);
    await assertOnlyOurs(connection);
    await ensureAppRole(connection);
    await bringUpToDate(connection, options);
  } finally {
    await connection.close();
  }
}

async function bringUpToDate(
  connection: Connection,
  { now, onUpgrade: progress }: Pick<MigrateOptions, "now" | "onUpgrade">,
): Promise<void> {
  const kysely = kyselyOver((text, values) => connection.query(text, values));
  try {
    await migrate(kysely, { dialect: postgresDialect, now, onUpgrade: { progress } });
    await kysely.transaction().execute(() => harden(connection));
  } catch (error) {
    throw sqlState(error) === "42501" ? notAllowed(error) : error;
  }
}

/** Held until the connection ends, so a node that dies does not keep others out for longer. */
async function keepOthersOut(connection: Connection): Promise<void> {
  await connection.query(`set lock_timeout = ${WAIT_FOR_OTHERS_MS}`);
  try {
    await connection.query("select pg_advisory_lock(hashtextextended('earshot.migrate', 0))");
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
    throw new EarshotError(
      "STORE_UNAVAILABLE",
      "Another node has been bringing the database up to date for more than a minute. Start this one again when it is done.",
      { cause: error },
    );
  }
  await connection.query(`set lock_timeout = ${LOCK_MS}`);
}

async function assertSchema(connection: Connection): Promise<void> {
  if ((await schemaOf(connection)) !== undefined) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    "No schema of the database is on the search_path of the user of the URL. Make one: create schema public;",
  );
}

/** A user who may create functions or operators beside ours could replace one that ours call. */
async function assertOnlyOurs(connection: Connection): Promise<void> {
  const [open] = await connection.query<{ readonly schema: string }>(
    `select quote_ident(nspname) as schema from pg_namespace
      where nspname = current_schema() and has_schema_privilege('public', oid, 'CREATE')`,
  );
  if (open === undefined) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `Anybody who may connect to the database may put functions into the schema of Earshot, which would run with its rights. Have its owner run: revoke create on schema ${open.schema} from public;`,
  );
}

function notAllowed(cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "The user of the PostgreSQL URL may not make or change the tables of Earshot. Let it own the database (alter database NAME owner to USER;), or give it the schema (grant create on schema public to USER;).",
    { cause },
  );
}

/**
 * Throws STORE_UNAVAILABLE if a pooler gives each transaction another session: nodes would get each
 * other's role, workspace and locks. Opens a second connection beside `first`, because an idle pooler gives
 * a single one the same session each time.
 */
async function assertSessions(url: string, first: Connection): Promise<void> {
  const second = await connect({ url, purpose: "session check", as: "owner" });
  try {
    await compare([first, second]);
  } finally {
    await second.close();
  }
}

async function compare(connections: readonly Connection[]): Promise<void> {
  const own = connections.map((connection) => ({ connection, note: randomUUID() }));
  for (const { connection, note } of own) await connection.query(NOTE, [note]);
  const processes = new Map<Connection, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { connection, note } of own) {
      const [seen] = await connection.query<Seen>(LOOK);
      const process = processes.get(connection) ?? seen?.process;
      if (seen === undefined || seen.noted !== note || seen.process !== process) throw noSessions();
      processes.set(connection, seen.process);
    }
  }
  if (new Set(processes.values()).size < own.length) throw noSessions();
}

function noSessions(): EarshotError {
  return new EarshotError("STORE_UNAVAILABLE", NO_SESSIONS);
}
