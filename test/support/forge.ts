import type { Forgery, WHOLE_ROWS } from "./forgeries.ts";

/** Runs one statement without any server; returns its rows. */
export type RunSql = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Changes a row behind the server's back; returns its id. Throws if the record has no such row. */
export async function forge(run: RunSql, forgery: Forgery): Promise<string> {
  const { table, key, where, set } = forgery;
  const id = await first(run, forgery);
  await run(`update ${table} set ${set} where ${key} = '${id}' and ${where}`);
  return id;
}

type WholeRow = (typeof WHOLE_ROWS)[number];

/** Removes a row, or inserts a copy under a new id; returns the id. */
export async function forgeWhole(run: RunSql, forgery: WholeRow): Promise<string> {
  const { table, key, is } = forgery;
  const id = await first(run, forgery);
  if (is === "gone") {
    await run(`delete from ${table} where ${key} = '${id}'`);
    return id;
  }
  const copy = `${id.slice(0, -1)}${id.endsWith("z") ? "y" : "z"}`;
  const [row = {}] = await run(`select * from ${table} where ${key} = '${id}'`);
  const names = Object.keys(row);
  const values = names.map((name) => {
    if (name === key) return `'${copy}'`;
    return name === "secret_hash" ? "'of a secret of its own'" : `"${name}"`;
  });
  await run(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
     select ${values.join(", ")} from ${table} where ${key} = '${id}'`,
  );
  return copy;
}

async function first(
  run: RunSql,
  { id, table, key, where }: Pick<Forgery, "id" | "table" | "key" | "where">,
): Promise<string> {
  const [found] = await run(`select min(${key}) as id from ${table} where ${where}`);
  if (typeof found?.["id"] !== "string") throw new Error(`There is nothing to forge for ${id}.`);
  return found["id"];
}
