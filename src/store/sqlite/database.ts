import type { SQLInputValue, StatementSync } from "node:sqlite";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import { EarshotError } from "../../domain/errors.ts";
import type { Tables } from "../schema/tables.ts";
import { DatabaseSync } from "./node-sqlite.ts";

const MAX_STATEMENTS = 200;

/** One connection, with its prepared statements kept by their text. */
export interface Database {
  readonly raw: DatabaseSync;
  readonly kysely: Kysely<Tables>;
  /** Prepares once; never hold a statement over an `await` while it iterates. */
  prepare(sql: string): StatementSync;
  close(): void;
}

/** Opens a read-only connection beside the writing one, for workers. */
export function openReader(path: string): DatabaseSync {
  const raw = new DatabaseSync(path, { readOnly: true });
  raw.exec("pragma query_only = on; pragma busy_timeout = 10000;");
  return raw;
}

/** A number that changes whenever another connection of any process has written. */
export function writesOfOthers(reader: DatabaseSync): () => unknown {
  const version = reader.prepare("pragma data_version");
  return () => version.get()?.["data_version"];
}

/**
 * Opens the writing connection. Every commit is on disk before it returns. That is checked, since a build
 * or setting that quietly does less cannot be seen from outside. Deleted content is zeroed, or erased
 * text would stay in the free parts of the file.
 */
export function openWriter(source: string | DatabaseSync): Database {
  const raw = typeof source === "string" ? new DatabaseSync(source) : source;
  raw.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma secure_delete = on;
  `);
  assertDurable(raw);
  return {
    raw,
    prepare: keepStatements((sql) => raw.prepare(sql)),
    kysely: new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKysely(raw) }) }),
    close() {
      // The owner of a borrowed database closes it.
      if (typeof source === "string") raw.close();
    },
  };
}

/** Prepared statements by their text. If there are too many, the oldest are dropped. */
function keepStatements<T>(prepare: (sql: string) => T): (sql: string) => T {
  const kept = new Map<string, T>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    kept.set(sql, statement);
    const [first] = kept.keys();
    if (kept.size > MAX_STATEMENTS && first !== undefined) kept.delete(first);
    return statement;
  };
}

function assertDurable(raw: DatabaseSync): void {
  const synchronous = raw.prepare("pragma synchronous").get()?.["synchronous"];
  const journal = raw.prepare("pragma journal_mode").get()?.["journal_mode"];
  const isDurable = synchronous === 2 && (journal === "wal" || journal === "memory");
  if (isDurable) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `SQLite does not promise durable commits here (synchronous=${synchronous}, journal_mode=${journal}). Put the data folder on a local disk.`,
  );
}

export function asKysely(raw: DatabaseSync): SqliteDatabase {
  return {
    close: () => {},
    prepare: keepStatements((sql) => {
      const statement = raw.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        // A separate statement: two reads of one statement at the same time would mix.
        iterate: (parameters) =>
          raw.prepare(sql).iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
      };
    }),
  };
}
