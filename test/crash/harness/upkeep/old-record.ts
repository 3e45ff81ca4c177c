import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../../../src/store/migrations/migrations.ts";
import { sqliteDialect } from "../../../../src/store/schema/sqlite-dialect.ts";
import { openWriter } from "../../../../src/store/sqlite/database.ts";

/* A record as an earlier version left it, made from one of today: the rows it had room for. */

/** Makes the tables as they were before the named step. */
async function migrateUpTo(path: string, step: string): Promise<DatabaseSync> {
  const { kysely, raw } = openWriter(new DatabaseSync(path));
  raw.exec(`create table migrations (name text not null primary key, applied_at integer not null) strict;
    create trigger stop before insert on migrations when new.name >= '${step}'
      begin select raise(abort, 'So far.'); end`);
  await migrate(kysely, { dialect: sqliteDialect, now: Date.now() }).catch((error: unknown) => {
    if (!String(error).includes("So far.")) throw error;
  });
  raw.exec("drop trigger stop");
  return raw;
}

export async function makeOld(
  path: string,
  { today, before }: { readonly today: string; readonly before: string },
): Promise<void> {
  const old = await migrateUpTo(path, before);
  old.exec("pragma foreign_keys = off");
  old.prepare("attach database ? as today").run(today);
  for (const name of tables(old)) {
    const kept = columns(old, "main", name).filter((one) =>
      columns(old, "today", name).includes(one),
    );
    const list = kept.map((one) => `"${one}"`).join(", ");
    old.exec(`insert into main."${name}" (${list}) select ${list} from today."${name}"`);
  }
  old.exec("detach database today");
  old.close();
}

const tables = (database: DatabaseSync) =>
  database
    .prepare("select name from main.sqlite_schema where type = 'table' and name <> 'migrations'")
    .all()
    .map(({ name }) => String(name));

const columns = (database: DatabaseSync, schema: string, table: string) =>
  database
    .prepare("select name from pragma_table_info(?, ?)")
    .all(table, schema)
    .map(({ name }) => String(name));

/** The migrations that a record has had, and the shape of everything in it. */
export function shapeOf(path: string): {
  readonly steps: readonly string[];
  readonly shape: string;
} {
  const database = new DatabaseSync(path);
  try {
    return shapeIn(database);
  } finally {
    database.close();
  }
}

/** The same for an empty record that has not had this migration yet. */
export async function shapeBefore(step: string): Promise<string> {
  const database = await migrateUpTo(":memory:", step);
  const { shape } = shapeIn(database);
  database.close();
  return shape;
}

function shapeIn(database: DatabaseSync) {
  const steps = database.prepare("select name from migrations order by name").all();
  const shape = database
    .prepare(
      "select type, name, sql from sqlite_schema where name <> 'migrations' order by type, name",
    )
    .all();
  return {
    steps: steps.map(({ name }) => String(name)),
    shape: hash("sha256", JSON.stringify(shape)),
  };
}
