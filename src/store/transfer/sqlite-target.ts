import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { migrate } from "../migrations/migrations.ts";
import { sqliteDialect } from "../schema/sqlite-dialect.ts";
import { openWriter } from "../sqlite/database.ts";
import type { Target } from "./record.ts";
import { insertInto, sqliteMigrations, sqliteShapes } from "./sqlite-shape.ts";
import { sqliteRows } from "./sqlite-source.ts";

/** How many rows one transaction holds, since each ends with a wait for the disk. */
const BATCH_ROWS = 20_000;
const FILE_MODE = 0o600;

/**
 * A new file, written under another name and renamed once it is whole. Throws INVALID_INPUT if there is a
 * record already.
 */
export async function openSqliteTarget(path: string, now: number): Promise<Target> {
  if (existsSync(path)) throw occupied(path);
  const draft = `${path}.restoring`;
  remove(draft);
  // Before the first byte: a file created by SQLite is as open as the umask allows.
  closeSync(openSync(draft, "wx", FILE_MODE));
  const db = openWriter(draft);
  await migrate(db.kysely, { dialect: sqliteDialect, now });
  let isOpen = true;
  let written = 0;
  db.raw.exec("begin");

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    db.close();
  }

  return {
    migrations: sqliteMigrations(db.raw),
    tables: sqliteShapes(db.raw),
    async insert(table, rows) {
      const statement = db.prepare(insertInto(table));
      for (const row of rows) statement.run(...row);
      written += rows.length;
      if (written < BATCH_ROWS) return;
      written = 0;
      db.raw.exec("commit; begin");
    },
    rows: (table) => sqliteRows(db.raw, table),
    async all(text, values) {
      return db.raw.prepare(text).all(...values) as never;
    },
    async commit() {
      db.raw.exec("commit; pragma wal_checkpoint(truncate)");
      close();
      if (existsSync(path)) throw occupied(path);
      renameSync(draft, path);
      const folder = openSync(dirname(path), "r");
      try {
        fsyncSync(folder);
      } finally {
        closeSync(folder);
      }
    },
    async abandon() {
      close();
      remove(draft);
    },
  };
}

function remove(draft: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${end}`, { force: true });
}

function occupied(path: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `There is a record in ${path} already, and a restore never writes over one. Name a new folder with --data.`,
    { details: { path } },
  );
}
