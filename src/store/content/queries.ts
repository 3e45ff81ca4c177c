import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { RequestId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ContentStore } from "../../ports/store/content-store.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToContent, rowToContentFacts } from "./rows.ts";
import { isShown } from "./shown.ts";

/** The reads of content, the same on every engine. */
export function createContentQueries(kysely: Kysely<Tables>): ContentStore {
  return {
    async findContent(workspace, owner, digest) {
      const row = await kysely
        .selectFrom("contents")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("owner", "=", owner)
        .where("digest", "=", digest)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToContent(row);
    },
    async listContents(workspace, owner) {
      const rows = await kysely
        .selectFrom("contents")
        .select(["workspace", "owner", "digest", "media_type", "name", "size", "created_at"])
        .where("workspace", "=", workspace)
        .where("owner", "=", owner)
        .orderBy("digest")
        .execute();
      return rows.map(rowToContentFacts);
    },
    async agedUploads({ workspace, before, after = "", limit }) {
      const given = (is: ExpressionBuilder<Tables & { q: Tables["requests"] }, "q">) =>
        is
          .selectFrom("contents as c")
          .select("c.digest")
          .whereRef("c.workspace", "=", "q.workspace")
          .whereRef("c.owner", "=", "q.id")
          .where("c.created_at", "<=", toMs(before))
          .where(sql<SqlBool>`not ${sql.raw(isShown("c"))}`);
      const rows = await kysely
        .selectFrom("requests as q")
        .select("id")
        .where("workspace", "=", workspace)
        .where("status", "=", sql.lit("open"))
        .where("id", ">", after)
        .where((is) => is.exists(given(is)))
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id as RequestId);
    },
    async contentUsage(workspace, owner) {
      const sums = kysely
        .selectFrom("contents")
        .select(({ fn }) => [fn.countAll().as("pieces"), fn.sum("size").as("bytes")])
        .where("workspace", "=", workspace);
      const own = await sums.where("owner", "=", owner).executeTakeFirst();
      const all = await sums.executeTakeFirst();
      return {
        pieces: Number(own?.pieces ?? 0),
        bytes: Number(own?.bytes ?? 0),
        workspace: Number(all?.bytes ?? 0),
      };
    },
  };
}
