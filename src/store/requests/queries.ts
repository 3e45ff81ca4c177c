import { type Kysely, sql } from "kysely";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { isOf, openRequests, requestList } from "./list.ts";
import { heldCallOf, rowToRequest } from "./rows.ts";

/** Reads of requests that are the same on every engine. */
export type RequestQueries = Pick<
  Store,
  "listRequests" | "dueRequests" | "nextExpiry" | "heldRequests" | "nextHeld" | "countOpen"
>;

export function createRequestQueries(kysely: Kysely<Tables>, dialect: Dialect): RequestQueries {
  return {
    async listRequests(query) {
      return (await requestList(kysely, dialect, query).execute()).map(rowToRequest);
    },
    async dueRequests(at, limit) {
      const rows = await kysely
        .selectFrom("requests")
        .selectAll()
        .where("status", "=", sql.lit("open"))
        .where("expires_at", "<=", toMs(at))
        .where("held_until", "is", null)
        .orderBy("expires_at")
        .limit(limit)
        .execute();
      return rows.map(rowToRequest);
    },
    async nextExpiry() {
      const row = await kysely
        .selectFrom("requests")
        .select("expires_at")
        .where("status", "=", sql.lit("open"))
        .where("expires_at", "is not", null)
        .where("held_until", "is", null)
        .orderBy("expires_at")
        .limit(1)
        .executeTakeFirst();
      return row?.expires_at === undefined || row.expires_at === null
        ? undefined
        : toTimestamp(row.expires_at);
    },
    async heldRequests(at, limit) {
      const rows = await kysely
        .selectFrom("requests")
        .selectAll()
        .where("held_until", "is not", null)
        .where("held_until", "<=", toMs(at))
        .orderBy("held_until")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ request: rowToRequest(row), call: heldCallOf(row) }));
    },
    async nextHeld() {
      const row = await kysely
        .selectFrom("requests")
        .select("held_until")
        .where("held_until", "is not", null)
        .orderBy("held_until")
        .limit(1)
        .executeTakeFirst();
      const ms = row?.held_until ?? undefined;
      return ms === undefined ? undefined : toTimestamp(ms);
    },
    async countOpen(workspace, agent) {
      const row = await openRequests(kysely, dialect)
        .select((is) => is.fn.countAll<number>().as("open"))
        .where("workspace", "=", workspace)
        .where("status", "=", sql.lit("open"))
        .$if(agent !== undefined, (q) => q.where(isOf(agent ?? "", "open")))
        .executeTakeFirstOrThrow();
      return Number(row.open);
    },
  };
}
