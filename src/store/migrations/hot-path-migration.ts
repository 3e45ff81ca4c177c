import { type Kysely, sql } from "kysely";
import { likenessToColumn } from "../requests/rows.ts";
import type { Tables } from "../schema/tables.ts";

/**
 * Fewer pages for each question and each answer. Open requests are in one index alone, since an agent
 * can have few of them; closed ones have indexes of their own, so none is needed of all.
 */
export async function hotPath(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema.dropIndex("requests_agent").execute();
  await schema.dropIndex("requests_open").execute();
  const alike = await db
    .selectFrom("requests")
    .select(["workspace", "id", "likeness"])
    .where("status", "=", sql.lit("open"))
    .where("likeness", "is not", null)
    .execute();
  for (const { workspace, id, likeness } of alike) {
    await db
      .updateTable("requests")
      .set({ likeness: likenessToColumn(likeness ?? undefined) })
      .where("workspace", "=", workspace)
      .where("id", "=", id)
      .execute();
  }
}
