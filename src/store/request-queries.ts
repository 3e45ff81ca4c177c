import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { ownConversation, type PrincipalId } from "../domain/id.ts";
import type { RequestKind, RequestStatus } from "../domain/request.ts";
import { toMs, toTimestamp } from "../domain/timestamp.ts";
import type { RequestQuery, Store } from "../ports/store.ts";
import type { Dialect } from "./dialect.ts";
import { levelNumber, rowToRequest } from "./request-rows.ts";
import type { Tables } from "./tables.ts";

/** What reads requests the same way on every engine. */
export type RequestQueries = Pick<
  Store,
  "listRequests" | "dueRequests" | "nextExpiry" | "countOpen"
>;

type Requests = ExpressionBuilder<Tables, "requests">;

export function createRequestQueries(kysely: Kysely<Tables>, dialect: Dialect): RequestQueries {
  function listRequests(query: RequestQuery) {
    const { status, kind, level, rule, since, agent, conversation, askedOf, after, order } = query;
    const direction = order === "oldest" ? "asc" : "desc";
    return (
      kysely
        .selectFrom("requests")
        .selectAll()
        .where("workspace", "=", query.workspace)
        .$if(status !== undefined, (q) => q.where(statusIs(status ?? "open")))
        .$if(kind !== undefined, (q) => q.where(kindIs(kind ?? "question")))
        .$if(level !== undefined, (q) => q.where("level", "=", levelNumber(level)))
        .$if(rule !== undefined, (q) => q.where("rule", "=", rule ?? ""))
        .$if(since !== undefined, (q) => q.where("created_at", ">=", toMs(since ?? "")))
        .$if(agent !== undefined, (q) => q.where("agent", "=", agent ?? ""))
        .$if(conversation !== undefined, (q) => q.where((is) => inConversation(is, conversation)))
        .$if(askedOf !== undefined, (q) => q.where((is) => isAsked(is, askedOf ?? "")))
        .$if(after !== undefined, (q) => q.where("id", order === "oldest" ? ">" : "<", after ?? ""))
        // Ids sort by time too, but an engine knows only of the column that its index ends with.
        .$if(since !== undefined, (q) => q.orderBy("created_at", direction))
        .orderBy("id", direction)
        .limit(query.limit)
    );
  }

  /** As part of the text: only so can the engine use the index of open requests. */
  function statusIs(status: RequestStatus) {
    return sql<SqlBool>`status = ${sql.lit(status)}`;
  }

  function kindIs(kind: RequestKind) {
    return sql<SqlBool>`kind = ${sql.lit(kind)}`;
  }

  function inConversation(is: Requests, conversation: RequestQuery["conversation"]) {
    const { id, agent } = conversation ?? { id: "", agent: "prn_" as PrincipalId };
    return id === ownConversation(agent)
      ? is.and([is("agent", "=", agent), is("conversation", "is", null)])
      : is("conversation", "=", id);
  }

  function isAsked(is: Requests, operator: string) {
    const named = dialect.contains(is.ref("asked"), JSON.stringify(operator));
    return is.or([is("asked", "is", null), named]);
  }

  return {
    async listRequests(query) {
      return (await listRequests(query).execute()).map(rowToRequest);
    },
    async dueRequests(at, limit) {
      const rows = await kysely
        .selectFrom("requests")
        .selectAll()
        .where("status", "=", sql.lit("open"))
        .where("expires_at", "<=", toMs(at))
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
        .orderBy("expires_at")
        .limit(1)
        .executeTakeFirst();
      return row?.expires_at === undefined || row.expires_at === null
        ? undefined
        : toTimestamp(row.expires_at);
    },
    async countOpen(workspace, agent) {
      const row = await kysely
        .selectFrom("requests")
        .select((is) => is.fn.countAll<number>().as("open"))
        .where("workspace", "=", workspace)
        .where(statusIs("open"))
        // Not by the index of all that the agent has ever asked.
        .$if(agent !== undefined, (q) => q.where(sql<SqlBool>`agent || '' = ${agent}`))
        .executeTakeFirstOrThrow();
      return Number(row.open);
    },
  };
}
