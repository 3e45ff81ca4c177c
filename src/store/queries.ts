import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { ownConversation, type PrincipalId } from "../domain/id.ts";
import type { RequestStatus } from "../domain/request.ts";
import { toMs, toTimestamp } from "../domain/timestamp.ts";
import type { EventQuery, KeyOwner, RequestQuery, Store } from "../ports/store.ts";
import type { Dialect } from "./dialect.ts";
import { createMemoryQueries } from "./memory-queries.ts";
import {
  rowToConversation,
  rowToEvent,
  rowToKey,
  rowToLoggedEvent,
  rowToMessage,
  rowToPrincipal,
  rowToRequest,
} from "./rows.ts";
import type { Row, Tables } from "./tables.ts";
import { NO_WORKSPACE, rowToTally } from "./tally-rows.ts";

/** What reads the same way on every engine. */
export type Queries = Omit<
  Store,
  | "commit"
  | "head"
  | "check"
  | "close"
  | "findRequest"
  | "findKeyOwner"
  | "findMemory"
  | "memoryState"
  | "findMailboxItem"
  | "listMailbox"
  | "readyItems"
>;

export type KeyOwnerRow = Omit<Row<"keys">, "secret_hash"> &
  Pick<Row<"principals">, "kind" | "name" | "role"> & { principal_created_at: number };

export function toKeyOwner(row: KeyOwnerRow): KeyOwner {
  const { kind, name, role, workspace, principal, principal_created_at } = row;
  return {
    key: rowToKey(row),
    principal: rowToPrincipal({
      ...{ kind, name, role, workspace },
      id: principal,
      created_at: principal_created_at,
    }),
  };
}

type Requests = ExpressionBuilder<Tables, "requests">;

export function createQueries(kysely: Kysely<Tables>, dialect: Dialect): Queries {
  function listRequests(query: RequestQuery) {
    const { status, agent, conversation, askedOf, after, order } = query;
    return kysely
      .selectFrom("requests")
      .selectAll()
      .where("workspace", "=", query.workspace)
      .$if(status !== undefined, (q) => q.where(statusIs(status ?? "open")))
      .$if(agent !== undefined, (q) => q.where("agent", "=", agent ?? ""))
      .$if(conversation !== undefined, (q) => q.where((is) => inConversation(is, conversation)))
      .$if(askedOf !== undefined, (q) => q.where((is) => isAsked(is, askedOf ?? "")))
      .$if(after !== undefined, (q) => q.where("id", order === "oldest" ? ">" : "<", after ?? ""))
      .orderBy("id", order === "oldest" ? "asc" : "desc")
      .limit(query.limit);
  }

  /** The status as part of the text: only so can the engine use the index of open requests. */
  function statusIs(status: RequestStatus) {
    return sql<SqlBool>`status = ${sql.lit(status)}`;
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

  function logQuery({ workspace, after, limit, subject }: EventQuery) {
    const select = kysely
      .selectFrom("events")
      .selectAll()
      .where("workspace", "=", workspace)
      .where("seq", ">", after)
      .orderBy("seq")
      .limit(limit);
    return subject === undefined ? select : select.where("subject", "=", subject);
  }

  return {
    ...createMemoryQueries(kysely),

    async findOnce({ workspace, principal, key }) {
      const row = await kysely
        .selectFrom("once")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("principal", "=", principal)
        .where("key", "=", key)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return { principal, key, digest: row.digest, result: row.result };
    },

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
    async countOpen(workspace) {
      const row = await kysely
        .selectFrom("requests")
        .select((is) => is.fn.countAll<number>().as("open"))
        .where("workspace", "=", workspace)
        .where("status", "=", "open")
        .executeTakeFirstOrThrow();
      return Number(row.open);
    },

    async findConversation(workspace, id) {
      const row = await kysely
        .selectFrom("conversations")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToConversation(row);
    },
    async listConversations({ workspace, agent, after, limit }) {
      let select = kysely
        .selectFrom("conversations")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("id", "asc")
        .limit(limit);
      if (agent !== undefined) select = select.where("agent", "=", agent);
      if (after !== undefined) select = select.where("id", ">", after);
      return (await select.execute()).map(rowToConversation);
    },
    async findMessage(workspace, id) {
      const row = await kysely
        .selectFrom("messages")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToMessage(row);
    },
    async listMessages({ workspace, conversation, after, limit }) {
      let select = kysely
        .selectFrom("messages")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("conversation", "=", conversation)
        .orderBy("id", "asc")
        .limit(limit);
      if (after !== undefined) select = select.where("id", ">", after);
      return (await select.execute()).map(rowToMessage);
    },

    async findPrincipalByName({ workspace, kind, name }) {
      const row = await kysely
        .selectFrom("principals")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("kind", "=", kind)
        .where("name", "=", name)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToPrincipal(row);
    },
    async listKeys(workspace) {
      const rows = await kysely
        .selectFrom("keys as k")
        .innerJoin("principals as p", (join) =>
          join.onRef("p.workspace", "=", "k.workspace").onRef("p.id", "=", "k.principal"),
        )
        .select(["k.id", "k.workspace", "k.principal", "k.scopes", "k.created_at", "k.revoked_at"])
        .select("k.hold_ms")
        .select(["p.kind", "p.name", "p.role", "p.created_at as principal_created_at"])
        .where("k.workspace", "=", workspace)
        .orderBy("k.id")
        .execute();
      return rows.map(toKeyOwner);
    },
    async listWorkspaces() {
      const rows = await kysely.selectFrom("workspaces").select("id").orderBy("id").execute();
      return rows.map((row) => row.id);
    },

    async tallySince({ workspace, since }) {
      const rows = await kysely
        .selectFrom("tally")
        .selectAll()
        .where("workspace", "in", [workspace, NO_WORKSPACE])
        .where("bucket", ">=", toMs(since))
        .orderBy("bucket")
        .execute();
      return rows.map(rowToTally);
    },

    async readEvents(query) {
      return (await logQuery(query).execute()).map(rowToEvent);
    },
    async readLog(query) {
      return (await logQuery(query).execute()).map(rowToLoggedEvent);
    },
  };
}
