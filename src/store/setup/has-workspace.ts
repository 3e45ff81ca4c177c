import { connect } from "../postgres/connection.ts";

const SCOPE = "select set_config('earshot.workspace', '*', false)";
const TABLE = "select to_regclass('workspaces') is not null as there";
const ANY = "select exists (select from workspaces) as there";

/** Whether this database holds a workspace; creates nothing. */
export async function holdsRecord(url: string): Promise<boolean> {
  const connection = await connect({ url, purpose: "start", as: "owner" });
  try {
    const [table] = await connection.query<{ readonly there: boolean }>(TABLE);
    if (table?.there !== true) return false;
    await connection.query(SCOPE);
    const [any] = await connection.query<{ readonly there: boolean }>(ANY);
    return any?.there === true;
  } finally {
    await connection.close();
  }
}
