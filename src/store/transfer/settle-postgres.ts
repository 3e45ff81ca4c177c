import type { ChainHead } from "../../domain/log/chain.ts";
import type { SetBack } from "../../domain/log/set-back.ts";
import type { SettleLoss } from "../../ports/store/store.ts";
import type { Connection, PgRow, PostgresDatabase } from "../postgres/database.ts";
import { NOTICE_CHANNEL } from "../postgres/notice.ts";
import { numbered } from "../postgres/numbered-values.ts";
import { insertRows } from "./postgres-rows.ts";
import { postgresShapes } from "./postgres-shape.ts";
import { type SettledLoss, settleLoss } from "./settle-loss.ts";
import type { Settling } from "./settle-workspace.ts";

const LOCK_HEAD = "select seq, hash from heads where workspace = $1 for update";
const PUT_HEAD = "update heads set seq = $2, hash = $3 where workspace = $1";

/**
 * Settles a loss while the nodes go on. The head stays locked from before the look at the log, so of
 * several nodes that have noticed the same loss one settles it. A batch that locked rows first may be
 * undone by the database for this, and is tried again.
 */
export async function settlePostgres(
  database: Pick<PostgresDatabase, "connect">,
  loss: SettleLoss,
  node: string,
): Promise<SetBack | undefined> {
  const { workspace } = loss.lost;
  const connection = await database.connect("settling");
  try {
    await connection.query("begin");
    await connection.query("select set_config('earshot.workspace', $1, true)", [workspace]);
    const [head] = await connection.query<ChainHead & PgRow>(LOCK_HEAD, [workspace]);
    if (head === undefined) return undefined;
    const settled = await settleLoss(await settlingOver(connection), loss, head);
    if (settled === undefined) return undefined;
    await putHead(connection, settled, { node, workspace });
    await connection.query("commit");
    return settled.setBack;
  } finally {
    // What is not committed ends with the connection.
    await connection.close();
  }
}

async function settlingOver(connection: Connection): Promise<Settling> {
  return {
    tables: await postgresShapes(connection),
    insert: (table, rows) => insertRows(connection, table, rows),
    all: async <R extends object>(text: string, values: readonly (string | number | null)[]) =>
      connection.query<R & PgRow>(numbered(text), values),
  };
}

/** This node reads the events like any other, so the notice names nobody. */
async function putHead(
  connection: Connection,
  { head: { seq, hash } }: SettledLoss,
  { node, workspace }: { readonly node: string; readonly workspace: string },
): Promise<void> {
  await connection.query(PUT_HEAD, [workspace, seq, hash]);
  const notice = { node: `${node} settling`, positions: [[workspace, seq]] };
  await connection.query("select pg_notify($1, $2)", [NOTICE_CHANNEL, JSON.stringify(notice)]);
}
