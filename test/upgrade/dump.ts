import pg from "pg";

/* A database of PostgreSQL as statements, without its programs: pg_dump is not on every machine. */

const TABLES = `select c.relname as name, string_agg(format('%I %s%s%s%s', a.attname,
      format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then ' collate "C"' else '' end,
      case when a.attnotnull then ' not null' else '' end,
      case when a.attidentity = 'a' then ' generated always as identity'
        when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
      ', ' order by a.attnum) as columns,
    string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attidentity = '') as names
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  group by c.relname order by c.relname`;

/** Keys before those that refer to them. */
const CONSTRAINTS = `select format('alter table %I add constraint %I %s', conrelid::regclass::text, conname,
    pg_get_constraintdef(oid)) as made
  from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0
  order by contype = 'f', conrelid::regclass::text, conname`;

const INDEXES = `select pg_get_indexdef(i.indexrelid) as made from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
  where not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`;

interface Table {
  readonly name: string;
  readonly columns: string;
  readonly names: string;
}

/** Statements that rebuild the database in an empty one: tables, rows, keys, indexes. */
export async function dumpOf(url: string): Promise<readonly string[]> {
  return await connected(url, async (client) => {
    const made = async (text: string) =>
      (await client.query<{ made: string }>(text)).rows.map((row) =>
        row.made.replace("public.", ""),
      );
    const statements: string[] = [];
    for (const { name, columns, names } of (await client.query<Table>(TABLES)).rows) {
      statements.push(`create table ${name} (${columns})`);
      statements.push(
        ...(await made(`select format('insert into ${name} (${names}) values (%s)', concat_ws(', ',
          ${names
            .split(", ")
            .map((column) => `quote_nullable(${column})`)
            .join(
              ", ",
            )})) as made from ${name} order by ${names.split(", ").slice(0, 3).join(", ")}`)),
      );
    }
    return [...statements, ...(await made(CONSTRAINTS)), ...(await made(INDEXES))];
  });
}

export async function loadDump(url: string, statements: readonly string[]): Promise<void> {
  await connected(url, (client) => client.query(statements.join(";\n")));
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
