import type { Connection } from "../postgres/database.ts";
import { columnKind, inWritingOrder, isCarried, type TableShape } from "./table-shape.ts";

const COLUMNS = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = to_regnamespace(current_schema()) and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attname collate "C"`;
const KEYS = `select c.relname as table, a.attname as column
  from pg_index i join pg_class c on c.oid = i.indrelid
    cross join lateral unnest(i.indkey) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
  where i.indisprimary and c.relnamespace = to_regnamespace(current_schema())
  order by c.relname, k.place`;

type Found = Readonly<Record<"table" | "column" | "type", string>>;

export async function postgresShapes(connection: Connection): Promise<readonly TableShape[]> {
  const columns = await connection.query<Found>(COLUMNS);
  const keys = await connection.query<Found>(KEYS);
  const keyOf = Map.groupBy(keys, ({ table }) => table);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return inWritingOrder(
    [...byTable]
      .filter(([name]) => isCarried(name))
      .map(([name, found]) => ({
        name,
        columns: found.map(({ column, type }) => ({
          name: column,
          kind: columnKind(type, `${name}.${column}`),
        })),
        key: (keyOf.get(name) ?? []).map(({ column }) => column),
      })),
  );
}

export async function postgresMigrations(connection: Connection): Promise<readonly string[]> {
  const rows = await connection.query<{ name: string }>(
    'select name from migrations order by name collate "C"',
  );
  return rows.map(({ name }) => name);
}
