import { EarshotError } from "../../domain/errors.ts";
import { migrate } from "../migrations/migrations.ts";
import { sqliteDialect } from "../schema/sqlite-dialect.ts";
import { openWriter } from "../sqlite/database.ts";
import type { Source } from "./record.ts";
import { sqliteMigrations, sqliteShapes } from "./sqlite-shape.ts";
import type { TableShape } from "./table-shape.ts";

export type RecordForm = Pick<Source, "migrations" | "tables">;

/** The form of a record made by this version. */
export async function formOfThisVersion(): Promise<RecordForm> {
  const db = openWriter(":memory:");
  try {
    await migrate(db.kysely, { dialect: sqliteDialect, now: 0 });
    return { migrations: sqliteMigrations(db.raw), tables: sqliteShapes(db.raw) };
  } finally {
    db.close();
  }
}

/** Throws if the record has tables or columns that this version does not know and would leave out. */
export function assertKnown(source: RecordForm, target: RecordForm): void {
  const unknown = source.migrations.filter((name) => !target.migrations.includes(name));
  if (unknown.length === 0) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `This record was written by a newer Earshot (${unknown.join(", ")} is unknown here). Use that version, or a later one.`,
    { details: { unknown } },
  );
}

/** Throws if the tables are those of another version. */
export function assertSameForm(source: RecordForm, target: RecordForm): void {
  assertKnown(source, target);
  const missing = target.migrations.filter((name) => !source.migrations.includes(name));
  const isSame = missing.length === 0 && shapeText(source.tables) === shapeText(target.tables);
  if (isSame) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `This record was written by an earlier Earshot (${missing.join(", ") || "its tables differ"}). Start this version on it once, so that its tables are brought up to date; a backup is restored by the version that made it, and then started with this one.`,
    { details: { missing } },
  );
}

function shapeText(tables: readonly TableShape[]): string {
  return JSON.stringify(
    tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.kind])]),
  );
}
