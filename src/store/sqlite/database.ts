import type { StatementSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { EarshotError } from "../../domain/errors.ts";
import type { Tables } from "../schema/tables.ts";
import { keepStatements, sqliteKysely } from "./kysely.ts";
import { DatabaseSync } from "./node-sqlite.ts";

/** One connection, with its prepared statements kept by their text. */
export interface Database {
  readonly raw: DatabaseSync;
  readonly kysely: Kysely<Tables>;
  /** Prepares once; never hold a statement over an `await` while it iterates. */
  prepare(sql: string): StatementSync;
  close(): void;
}

/** SQLite plans by the number behind `limit`: where it is bound, it prepares before each run. */
export function withLimit(text: string, limit: number): string {
  return text.replaceAll(/\blimit (?:\$limit|\?)/g, `limit ${limit}`);
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
    kysely: sqliteKysely(raw),
    close() {
      // The owner of a borrowed database closes it.
      if (typeof source === "string") raw.close();
    },
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
