import { type Kysely, sql } from "kysely";
import type { RequestId } from "../domain/id.ts";
import type { Outbox } from "../ports/outbox.ts";
import { rowToAttention, rowToLink } from "./outbox-rows.ts";
import type { Tables } from "./tables.ts";

/** What reads links, attention and riders the same way on every engine. */
export type LinkQueries = Pick<
  Outbox,
  | "findLink"
  | "linkOfAccount"
  | "listLinks"
  | "listAttention"
  | "ridersOf"
  | "leaderOf"
  | "stoppedRiders"
  | "openLike"
>;

export function createLinkQueries(kysely: Kysely<Tables>): LinkQueries {
  return {
    async findLink(workspace, id) {
      const row = await kysely
        .selectFrom("links")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToLink(row);
    },
    async linkOfAccount(channel, account) {
      const row = await kysely
        .selectFrom("links")
        .selectAll()
        .where("channel", "=", channel)
        .where("account", "=", account)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToLink(row);
    },
    async listLinks(workspace) {
      const rows = await kysely
        .selectFrom("links")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("rank")
        .orderBy("id")
        .execute();
      return rows.map(rowToLink);
    },
    async listAttention(workspace) {
      const rows = await kysely
        .selectFrom("attention")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("operator")
        .execute();
      return rows.map(rowToAttention);
    },
    async ridersOf(workspace, leader) {
      const rows = await kysely
        .selectFrom("riders")
        .select("request")
        .where("workspace", "=", workspace)
        .where("leader", "=", leader)
        .orderBy("request")
        .execute();
      return rows.map(({ request }) => request as RequestId);
    },
    async leaderOf(workspace, rider) {
      const row = await kysely
        .selectFrom("riders")
        .select("leader")
        .where("workspace", "=", workspace)
        .where("request", "=", rider)
        .executeTakeFirst();
      return row?.leader as RequestId | undefined;
    },
    async stoppedRiders(limit) {
      const rows = await kysely
        .selectFrom("riders as r")
        .selectAll()
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom("requests as q")
                .select("q.id")
                .whereRef("q.workspace", "=", "r.workspace")
                .whereRef("q.id", "=", "r.leader")
                .where("q.status", "=", sql.lit("open")),
            ),
          ),
        )
        .orderBy("workspace")
        .orderBy("request")
        .limit(limit)
        .execute();
      return rows.map(({ workspace, leader, request }) => ({
        ...{ workspace, leader: leader as RequestId, request: request as RequestId },
      }));
    },
    async openLike(workspace, likeness) {
      const row = await kysely
        .selectFrom("requests")
        .select("id")
        .where("workspace", "=", workspace)
        .where("likeness", "=", likeness)
        .where("likeness", "is not", null)
        .where("status", "=", sql.lit("open"))
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      return row?.id as RequestId | undefined;
    },
  };
}
