import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { dataPaths, makeDataFolder } from "../../src/system/data-folder.ts";

/*
 * A record with empty tables. Migrating a new file takes longer than most of what the tests then do
 * with it, so this happens once for all files.
 */

let made: Promise<Uint8Array> | undefined;

/** Opens a new database in memory that needs no migration. */
export async function openEmptyRecord(): Promise<DatabaseSync> {
  made ??= make();
  const bytes = await made;
  const database = new DatabaseSync(":memory:");
  database.deserialize(bytes);
  return database;
}

/** Puts such a database at a path. */
export async function putEmptyRecord(path: string): Promise<void> {
  made ??= make();
  writeFileSync(path, await made, { mode: 0o600 });
}

/** Makes a data folder with such a database in it. */
export async function makeEmptyDataFolder(dataFolder: string): Promise<void> {
  makeDataFolder(dataFolder);
  await putEmptyRecord(dataPaths(dataFolder).database);
}

async function make(): Promise<Uint8Array> {
  const database = new DatabaseSync(":memory:");
  const onFatal = (error: unknown) => {
    throw error;
  };
  const store = await openSqliteStore({ path: database, clock: systemClock, onFatal });
  await store.close();
  const bytes = database.serialize();
  database.close();
  return bytes;
}
