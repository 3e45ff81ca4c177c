import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { dataPaths, makeDataFolder } from "../../src/system/data-folder.ts";

/*
 * A record with its tables and nothing in them. To bring a new file up to date, migration by migration,
 * takes longer than most of what the tests then do with it; here that is done once for all files.
 */

let made: Promise<string> | undefined;

/** Opens a new database, in memory or at a path, that needs no migration any more. */
export async function openEmptyRecord(path = ":memory:"): Promise<DatabaseSync> {
  made ??= statements();
  const text = await made;
  const database = new DatabaseSync(path);
  database.exec(text);
  return database;
}

/** Puts such a database into a data folder that has yet to be made. */
export async function putEmptyRecord(dataFolder: string): Promise<void> {
  makeDataFolder(dataFolder);
  (await openEmptyRecord(dataPaths(dataFolder).database)).close();
}

async function statements(): Promise<string> {
  const database = new DatabaseSync(":memory:");
  const onFatal = (error: unknown) => {
    throw error;
  };
  const store = await openSqliteStore({ path: database, clock: systemClock, onFatal });
  await store.close();
  const schema = database
    .prepare("select type, name, sql from sqlite_schema where sql is not null order by rowid")
    .all();
  const tables = schema.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const filled = tables.filter((name) => database.prepare(`select 1 from "${name}"`).get());
  // Where migrations begin to fill another table, its rows have to be taken over, too.
  if (filled.join() !== "migrations") throw new Error(`Filled are ${filled.join()}.`);
  const applied = database
    .prepare(
      "select 'insert into migrations values (' || quote(name) || ', ' || applied_at || ')' as sql from migrations",
    )
    .all();
  database.close();
  return ["begin", ...[...schema, ...applied].map(({ sql }) => String(sql)), "commit"].join(";\n");
}
