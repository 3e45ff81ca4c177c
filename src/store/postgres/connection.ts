import type { Client, ClientConfig } from "pg";
import { EarshotError } from "../../domain/errors.ts";
import type { Connection, PgRow, PgValue } from "./database.ts";
import { isOfSession, postgresError, sqlState } from "./errors.ts";
import { APP_ROLE_SQL, appRoleOf } from "./role-name.ts";
import { decodeText, encodeText } from "./text-codec.ts";

const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
const LOCK_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 15_000;
/** A server ends slow statements itself. If nothing comes for longer, the network is broken. */
const SILENCE_MS = 20_000;
const KEEP_ALIVE_MS = 5_000;
const FAREWELL_MS = 1_000;

const OID = { int8: 20, text: 25, varchar: 1043 };

export interface ConnectOptions {
  readonly url: string;
  /** What `pg_stat_activity` shows. */
  readonly purpose: string;
  /** The tables' owner, for migrations and reads of everything; by default the application's role. */
  readonly as?: "owner";
  /** How long a statement may take; 0 means no limit, which only the owner may set. */
  readonly statementMs?: number;
}

export interface OpenConnection extends Connection {
  send<R extends object = PgRow>(statement: Statement): Promise<readonly R[]>;
  /** Sends both at once and gives the result of the second; rejects if either fails. */
  queryAfter<R extends object = PgRow>(first: Statement, then: Statement): Promise<readonly R[]>;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly PgValue[];
  /** The name of a prepared statement; without one, it is not prepared. */
  readonly name?: string;
}

type Pg = typeof import("pg")["default"];

export async function loadPg(): Promise<Pg> {
  try {
    const { default: pg } = await import("pg");
    return pg;
  } catch (cause) {
    throw new EarshotError("INVALID_INPUT", "PostgreSQL needs the package pg: npm install pg.", {
      cause,
    });
  }
}

/** Opens a connection with its role and limits; throws STORE_UNAVAILABLE if it cannot. */
export async function connect(options: ConnectOptions): Promise<OpenConnection> {
  const pg = await loadPg();
  const client = newClient(pg, options);
  const ended = Promise.withResolvers<Error | undefined>();
  let reason: Error | undefined;
  client.on("error", (error) => {
    reason ??= error;
  });
  client.once("end", () => ended.resolve(reason));
  try {
    await client.connect();
  } catch (error) {
    client.end().catch(() => {});
    throw postgresError(error);
  }
  const silenceMs = silenceOf(options);
  const connection = new PgConnection(client, { ended: ended.promise, silenceMs });
  try {
    await connection.query(beginning(options));
  } catch (error) {
    const thrown = await roleError(error, connection);
    await connection.close();
    throw thrown;
  }
  return connection;
}

function newClient(pg: Pg, { url, purpose }: ConnectOptions): Client {
  const config: ClientConfig & { readonly pipeline: boolean } = {
    connectionString: url,
    application_name: `earshot ${purpose}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A change of scope is sent together with the statement that needs it.
    pipeline: true,
    types: { getTypeParser: typeParsers(pg) },
  };
  try {
    return new pg.Client(config);
  } catch (cause) {
    throw badUrl(cause);
  }
}

/** Without the text of the URL, which may hold a password. */
export function badUrl(cause: unknown): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    "The URL of PostgreSQL cannot be read. It looks like postgres://user:password@host:5432/database; characters such as @ and / in the password are percent-encoded.",
    { cause },
  );
}

function typeParsers(pg: Pg): NonNullable<ClientConfig["types"]>["getTypeParser"] {
  return ((oid: number, format?: "text" | "binary") => {
    if (oid === OID.text || oid === OID.varchar) return decodeText;
    if (oid === OID.int8) return Number;
    return pg.types.getTypeParser(oid, format as "text");
  }) as NonNullable<ClientConfig["types"]>["getTypeParser"];
}

/*
 * The search path is fixed before the role changes: it can begin with the schema of the logged-in user,
 * and the tables are where the owner sees them. Temporary tables come last, so that none can replace
 * ours. The isolation level of the database is overruled: under another one, a commit would not see
 * what was revoked while it waited for locks. A read-only setting by an administrator stays.
 */
function beginning({ as, statementMs = STATEMENT_MS }: ConnectOptions): string {
  return `select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', false);
    set statement_timeout = ${statementMs};
    set lock_timeout = ${LOCK_MS};
    set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
    set client_min_messages = warning;
    set default_transaction_isolation = 'read committed';
    set default_transaction_deferrable = off;
    ${as === "owner" ? "" : `select set_config('role', ${APP_ROLE_SQL}, false);`}`;
}

function silenceOf({ statementMs = STATEMENT_MS }: ConnectOptions): number {
  return statementMs === 0 ? 0 : SILENCE_MS - STATEMENT_MS + statementMs;
}

/** The role is missing, or the logged-in user may not act as it. */
async function roleError(error: unknown, connection: Connection): Promise<unknown> {
  const state = sqlState(error);
  if (state !== "22023" && state !== "42501") return error;
  try {
    const [row] = await connection.query<{ readonly user: string }>(
      "select session_user::text as user",
    );
    const role = await appRoleOf(connection);
    return roleMissing({ role, user: row?.user ?? "USER" }, error);
  } catch {
    return error;
  }
}

/** Names the two statements that fix it. */
export function roleMissing(
  { role, user }: { readonly role: string; readonly user: string },
  cause: unknown,
): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The user of the PostgreSQL URL may neither act as the role ${role} nor make it. Have an administrator run: create role ${role} nologin; grant ${role} to "${user}"; The first fails where the role is there already: then the second is enough.`,
    { cause },
  );
}

class PgConnection implements OpenConnection {
  readonly #client: Client;
  readonly #silenceMs: number;
  readonly #ended: Promise<Error | undefined>;
  #isOpen = true;

  constructor(
    client: Client,
    { ended, silenceMs }: { ended: Promise<Error | undefined>; silenceMs: number },
  ) {
    this.#client = client;
    this.#ended = ended;
    this.#silenceMs = silenceMs;
    client.once("error", () => {
      this.#isOpen = false;
    });
    client.once("end", () => {
      this.#isOpen = false;
    });
  }

  get processId(): number {
    return Number((this.#client as Client & { readonly processID: unknown }).processID);
  }

  query<R extends object>(text: string, values: readonly PgValue[] = []): Promise<readonly R[]> {
    return this.send({ text, values });
  }

  prepared<R extends object>(
    name: string,
    text: string,
    values: readonly PgValue[],
  ): Promise<readonly R[]> {
    return this.send({ name, text, values });
  }

  async queryAfter<R extends object>(first: Statement, then: Statement): Promise<readonly R[]> {
    const [, rows] = await Promise.all([this.send(first), this.send<R>(then)]);
    return rows;
  }

  async send<R extends object>(statement: Statement): Promise<readonly R[]> {
    const silence = this.#watchSilence();
    try {
      const { rows } = await this.#client.query<R>({
        ...statement,
        values: statement.values.map(toDriver),
      });
      return rows;
    } catch (error) {
      if (isOfSession(error)) void this.close();
      throw postgresError(error);
    } finally {
      clearTimeout(silence);
    }
  }

  /** Ends a wait for an answer that never comes: a dead network says nothing. */
  #watchSilence(): NodeJS.Timeout | undefined {
    if (this.#silenceMs === 0) return undefined;
    return setTimeout(() => this.#cut(), this.#silenceMs);
  }

  #cut(): void {
    this.#isOpen = false;
    const { connection } = this.#client as unknown as {
      readonly connection: { readonly stream: { destroy(error: Error): void } };
    };
    connection.stream.destroy(new Error("the server has not answered in time"));
  }

  onNotification(listener: (channel: string, payload: string) => void): void {
    this.#client.on("notification", ({ channel, payload }) => listener(channel, payload ?? ""));
  }

  onEnd(listener: (error?: Error) => void): void {
    void this.#ended.then(listener);
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    // A server that is away does not say goodbye.
    const farewell = setTimeout(() => this.#cut(), FAREWELL_MS);
    await this.#client.end().catch(() => {});
    clearTimeout(farewell);
  }
}

function toDriver(value: PgValue): unknown {
  if (typeof value === "string") return encodeText(value);
  if (Array.isArray(value)) return value.map((one: string) => encodeText(one));
  return value;
}
