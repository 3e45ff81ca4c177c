import type { DatabaseSync } from "node:sqlite";
import { columnKind, inWritingOrder, isCarried, type TableShape } from "./table-shape.ts";

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

export function sqliteShapes(db: DatabaseSync): readonly TableShape[] {
  const names = db.prepare("select name from sqlite_master where type = 'table'").all();
  const tables = names.map(({ name }) => String(name)).filter(isCarried);
  return inWritingOrder(tables.map((name) => shapeOf(db, name)));
}

function shapeOf(db: DatabaseSync, name: string): TableShape {
  const found = db
    .prepare("select name, type, pk from pragma_table_info(?) order by name")
    .all(name) as unknown as readonly ColumnRow[];
  return {
    name,
    columns: found.map((column) => ({
      name: column.name,
      kind: columnKind(column.type, `${name}.${column.name}`),
    })),
    key: found
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name),
  };
}

export function sqliteMigrations(db: DatabaseSync): readonly string[] {
  const rows = db.prepare("select name from migrations order by name").all();
  return rows.map(({ name }) => String(name));
}

/** All rows in the order of the key. */
export function selectAll({ name, columns, key }: TableShape): string {
  const listed = columns.map((column) => `"${column.name}"`).join(", ");
  return `select ${listed} from "${name}" order by ${key.map((column) => `"${column}"`).join(", ")}`;
}

export function insertInto({ name, columns }: TableShape): string {
  const listed = columns.map((column) => `"${column.name}"`).join(", ");
  return `insert into "${name}" (${listed}) values (${columns.map(() => "?").join(", ")})`;
}
