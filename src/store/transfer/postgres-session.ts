import { EarshotError } from "../../domain/errors.ts";
import { connect } from "../postgres/connection.ts";
import type { Connection } from "../postgres/database.ts";
import { isCarried } from "./table-shape.ts";

const FOREIGN = `select c.relname as name from pg_class c
  where c.relnamespace = to_regnamespace(current_schema()) and c.relkind = 'r'
    and not pg_has_role(current_user, c.relowner, 'usage')
  order by 1`;

const READ_BESIDES: readonly string[] = ["migrations", "secrets"];

/**
 * A connection as the owner of the tables. Row-level security would silently hide rows from any other
 * role, and a copy without them would look whole.
 */
export async function asOwner(url: string, purpose: string): Promise<Connection> {
  const connection = await connect({ url, purpose, as: "owner", statementMs: 0 });
  try {
    // A disk is written to between two of its statements.
    await connection.query("set idle_in_transaction_session_timeout = '10min'");
    const foreign = await connection.query<{ name: string }>(FOREIGN);
    const hidden = foreign.find(({ name }) => isCarried(name) || READ_BESIDES.includes(name));
    if (hidden === undefined) return connection;
    throw new EarshotError(
      "NOT_ALLOWED",
      `The role of this address does not own the table ${hidden.name}, so it may not see all of it. Give the address with the role that the nodes are started with.`,
    );
  } catch (error) {
    await connection.close();
    throw error;
  }
}
