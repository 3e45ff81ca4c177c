import type { Connection } from "../postgres/database.ts";
import { encodeText } from "../postgres/text-codec.ts";
import { selectAll } from "./sqlite-shape.ts";
import {
  type Column,
  rowsAtOnce,
  type TableShape,
  type Value,
  type Values,
  valuesOf,
} from "./table-shape.ts";

const CURSOR = "earshot_rows";

/** Uses a cursor within a transaction, so that neither side holds a whole table. */
export async function* postgresRows(
  connection: Connection,
  table: TableShape,
): AsyncGenerator<readonly Values[], void> {
  await connection.query(`declare ${CURSOR} no scroll cursor for ${selectAll(table)}`);
  const most = rowsAtOnce(table);
  for (;;) {
    const rows = await connection.query(`fetch ${most} from ${CURSOR}`);
    if (rows.length > 0) yield rows.map((row) => valuesOf(table, row));
    if (rows.length < most) break;
  }
  await connection.query(`close ${CURSOR}`);
}

const KINDS = { text: "text", integer: "bigint", bytes: "text" } as const;

/** Writes each page with one statement; its rows come as JSON. */
export async function insertRows(
  connection: Connection,
  { name, columns }: TableShape,
  rows: readonly Values[],
): Promise<void> {
  const into = columns.map((column) => `"${column.name}"`).join(", ");
  const from = columns.map(({ kind }, at) =>
    kind === "bytes" ? `decode(c${at}, 'hex')` : `c${at}`,
  );
  const given = columns.map(({ kind }, at) => `c${at} ${KINDS[kind]}`).join(", ");
  await connection.query(
    `insert into "${name}" (${into}) select ${from.join(", ")} from json_to_recordset($1::json) as r (${given})`,
    [JSON.stringify(rows.map((row) => asObject(columns, row)))],
  );
}

function asObject(columns: readonly Column[], row: Values): Readonly<Record<string, Value>> {
  return Object.fromEntries(columns.map((_, at) => [`c${at}`, asJson(row[at] ?? null)]));
}

function asJson(value: Value): Value {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return typeof value === "string" ? encodeText(value) : value;
}
