import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { EarshotError } from "../../domain/errors.ts";
import { openReader, writesOfOthers } from "../sqlite/database.ts";
import { storeError } from "../sqlite/errors.ts";
import { createRest } from "../threads/rests.ts";
import type { Source } from "./record.ts";
import { selectAll, sqliteMigrations, sqliteShapes } from "./sqlite-shape.ts";
import { rowsAtOnce, type TableShape, type Values, valuesOf } from "./table-shape.ts";

/**
 * Reads a whole file as it is now, on its own connection. A server running on it goes on writing; only
 * its write-ahead log grows until this is closed.
 */
export async function openSqliteSource(path: string): Promise<Source> {
  if (!existsSync(path)) {
    throw new EarshotError(
      "NOT_FOUND",
      `There is no record in ${path}. Name the folder of a server with --data.`,
      { details: { path } },
    );
  }
  try {
    const db = openReader(path);
    // The first read takes the snapshot, not "begin".
    db.exec("begin");
    // Writes of others are invisible within the snapshot.
    const beside = openReader(path);
    return {
      rest: await createRest(writesOfOthers(beside)),
      migrations: sqliteMigrations(db),
      tables: sqliteShapes(db),
      rows: (table) => sqliteRows(db, table),
      async close() {
        beside.close();
        db.close();
      },
    };
  } catch (error) {
    throw storeError(error);
  }
}

export async function* sqliteRows(
  db: DatabaseSync,
  table: TableShape,
): AsyncGenerator<readonly Values[], void> {
  const most = rowsAtOnce(table);
  let page: Values[] = [];
  for (const row of db.prepare(selectAll(table)).iterate()) {
    page.push(valuesOf(table, row));
    if (page.length < most) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
