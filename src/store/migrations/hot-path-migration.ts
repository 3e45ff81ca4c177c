import { type Kysely, sql } from "kysely";
import { likenessToColumn } from "../hub/shared-question-sql.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Row, Tables } from "../schema/tables.ts";
import type { Progress } from "./on-upgrade.ts";

const PAGE = 1_000;

/**
 * Fewer pages for each question and each answer. Open requests are in one index alone, since an agent
 * can have few of them; closed ones have indexes of their own, so none is needed of all.
 */
export async function hotPath(
  db: Kysely<Tables>,
  dialect: Dialect,
  progress: Progress,
): Promise<void> {
  await db.schema.dropIndex("requests_agent").execute();
  await db.schema.dropIndex("requests_open").execute();
  progress("indexes of requests are dropped");
  await shortenLikeness(db, progress);
  if (dialect.isOfOneProcess) await likenessToInbox(db, dialect);
}

/**
 * Where the server finds alike questions in memory, it reads them at its start from the inbox's index. It
 * counts the open ones of an agent there too, without their rows.
 */
async function likenessToInbox(db: Kysely<Tables>, { inboxIndexEnd }: Dialect): Promise<void> {
  await db.schema.dropIndex("requests_likeness").execute();
  await db.schema.dropIndex("requests_inbox").execute();
  await sql`create index requests_inbox on requests (workspace, level desc,
      (coalesce(expires_at, 9007199254740991)), id${sql.raw(inboxIndexEnd)}, likeness, agent)
    where status = 'open'`.execute(db);
}

/** Of open requests: of closed ones it is asked no more. */
async function shortenLikeness(db: Kysely<Tables>, progress: Progress): Promise<void> {
  type Place = Pick<Row<"requests">, "workspace" | "id">;
  let done = 0;
  for (let last: Place = { workspace: "", id: "" }; ; ) {
    const rows = await db
      .selectFrom("requests")
      .select(["workspace", "id", "likeness"])
      .where("status", "=", sql.lit("open"))
      .where("likeness", "is not", null)
      .where((is) => is(is.refTuple("workspace", "id"), ">", is.tuple(last.workspace, last.id)))
      .orderBy("workspace")
      .orderBy("id")
      .limit(PAGE)
      .execute();
    for (const { workspace, id, likeness } of rows) {
      await db
        .updateTable("requests")
        .set({ likeness: likenessToColumn(likeness ?? undefined) })
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .execute();
    }
    done += rows.length;
    progress(`${done} open requests are rewritten`);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end;
  }
}
