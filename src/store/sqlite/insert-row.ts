import type { Tables } from "../schema/tables.ts";
import type { Database } from "./database.ts";

type Table = keyof Tables;
type SqlRow = Readonly<Record<string, string | number | Uint8Array | null>>;

const statements = new Map<string, string>();

/** The insert statement of a table; rows of one shape always have the same columns. */
function insertSql(table: Table, shape: string, row: SqlRow): string {
  const known = statements.get(shape);
  if (known !== undefined) return known;
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  const text = `insert into ${table} (${columns.join(", ")}) values (${marks})`;
  statements.set(shape, text);
  return text;
}

/** Where not all rows of a table have the same columns, each kind of them has a `shape` of its own. */
export function insertRow(
  db: Database,
  into: Table | { readonly table: Table; readonly shape: string },
  row: object,
): void {
  const { table, shape } = typeof into === "string" ? { table: into, shape: into } : into;
  const values = row as SqlRow;
  db.prepare(insertSql(table, shape, values)).run(...Object.values(values));
}
