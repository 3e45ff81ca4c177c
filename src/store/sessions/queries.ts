import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Session, SessionStatus } from "../../domain/sessions/session.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { SessionQuery, SessionStore } from "../../ports/store/session-store.ts";
import { joinReads } from "../schema/join-reads.ts";
import type { Row, Tables } from "../schema/tables.ts";
import { rowToMark, rowToProfile, rowToSession, rowToSessionEntry } from "./rows.ts";

/** A literal, or the engine could not use the index of this status. */
function statusIs(status: SessionStatus) {
  return sql<SqlBool>`status = ${sql.lit(status)}`;
}

const ORDERS = { oldest: ["asc", ">"], newest: ["desc", "<"] } as const;

/** The reads of sessions, the same on every engine. */
export function createSessionQueries(kysely: Kysely<Tables>): SessionStore {
  return joinReads(
    sessionQueries(kysely),
    workQueries(kysely),
    markQueries(kysely),
    profileQueries(kysely),
  );
}

function sessionQueries(
  kysely: Kysely<Tables>,
): Pick<
  SessionStore,
  | "findSession"
  | "listSessions"
  | "continuationOf"
  | "sessionWaitingFor"
  | "sessionScheduled"
  | "sessionAt"
  | "countSessions"
> {
  const sessions = () => kysely.selectFrom("sessions").select("body");

  function list(query: SessionQuery) {
    const { workspace, agent, status, lane, root, after, limit } = query;
    const [direction, behind] = ORDERS[query.order];
    return sessions()
      .where("workspace", "=", workspace)
      .$if(agent !== undefined, (q) => q.where("agent", "=", agent ?? ""))
      .$if(status !== undefined, (q) => q.where(statusIs(status ?? "queued")))
      .$if(lane !== undefined, (q) => q.where("lane", "=", lane ?? ""))
      .$if(root !== undefined, (q) => q.where("root", "=", root ?? ""))
      .$if(after !== undefined, (q) => q.where("id", behind, after ?? ""))
      .orderBy("id", direction)
      .limit(limit);
  }

  async function found(select: ReturnType<typeof sessions>): Promise<Session | undefined> {
    const row = await select.limit(1).executeTakeFirst();
    return row === undefined ? undefined : rowToSession(row);
  }

  return {
    findSession: (workspace, id) =>
      found(sessions().where("workspace", "=", workspace).where("id", "=", id)),
    listSessions: async (query) => (await list(query).execute()).map(rowToSession),
    continuationOf: (workspace, id) =>
      found(sessions().where("workspace", "=", workspace).where("continues", "=", id)),
    async sessionWaitingFor(workspace, request) {
      // Without the status, for which an engine could choose the index of all paused sessions.
      const rows = await sessions()
        .where("workspace", "=", workspace)
        .where("waits_for", "=", request)
        .execute();
      return rows.map(rowToSession).find(({ status }) => status === "paused");
    },
    sessionScheduled: ({ workspace, agent, scheduled }) =>
      found(
        sessions()
          .where("workspace", "=", workspace)
          .where("agent", "=", agent)
          .where("scheduled", "=", scheduled),
      ),
    async sessionAt({ workspace, channel, chatId, threadId }) {
      const at = (column: "place_thread" | "place_message") =>
        kysely
          .selectFrom("sessions")
          .select(["id", "body"])
          .where("workspace", "=", workspace)
          .where("place_channel", "=", channel)
          .where("place_chat", "=", chatId)
          .where(column, "=", threadId)
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst();
      const [inThread, byMessage] = [await at("place_thread"), await at("place_message")];
      const newest = (inThread?.id ?? "") > (byMessage?.id ?? "") ? inThread : byMessage;
      return newest === undefined ? undefined : rowToSession(newest);
    },
    async countSessions({ workspace, agent, status }) {
      let select = kysely
        .selectFrom("sessions")
        .select((is) => is.fn.countAll<number>().as("count"))
        .where("workspace", "=", workspace)
        .where(statusIs(status));
      if (agent !== undefined) select = select.where("agent", "=", agent);
      return Number((await select.executeTakeFirstOrThrow()).count);
    },
  };
}

/** What a host asks: which sessions it may take up, and what one of them has done. */
function workQueries(
  kysely: Kysely<Tables>,
): Pick<SessionStore, "claimableSessions" | "nextClaimEnd" | "listSessionEntries"> {
  return {
    async claimableSessions(by) {
      const { rows } = await claimableSessions(by).execute(kysely);
      return rows.map(rowToSession);
    },
    async nextClaimEnd(workspace, agent) {
      const row = await kysely
        .selectFrom("sessions")
        .select("claim_until")
        .where("workspace", "=", workspace)
        .where("agent", "=", agent)
        .where(statusIs("running"))
        .where("claim_until", "is not", null)
        .orderBy("claim_until")
        .limit(1)
        .executeTakeFirst();
      return momentOf(row?.claim_until);
    },
    async listSessionEntries({ workspace, session, after, limit }) {
      const rows = await kysely
        .selectFrom("session_entries")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("session", "=", session)
        .where("seq", ">", after)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map(rowToSessionEntry);
    },
  };
}

function markQueries(
  kysely: Kysely<Tables>,
): Pick<SessionStore, "findMark" | "dueMarks" | "nextMark" | "listMarksOn"> {
  return {
    async findMark({ workspace, channel, chatId, messageId, name }) {
      const row = await kysely
        .selectFrom("marks")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("channel", "=", channel)
        .where("chat", "=", chatId)
        .where("message", "=", messageId)
        .where("name", "=", name)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToMark(row);
    },
    async dueMarks(at, limit) {
      const rows = await kysely
        .selectFrom("marks")
        .selectAll()
        .where("due_at", "<=", toMs(at))
        .orderBy("due_at")
        .limit(limit)
        .execute();
      return rows.map(rowToMark);
    },
    async nextMark() {
      const row = await kysely
        .selectFrom("marks")
        .select("due_at")
        .where("due_at", "is not", null)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return momentOf(row?.due_at);
    },
    async listMarksOn({ channel, name, after, limit }) {
      let select = kysely
        .selectFrom("marks")
        .selectAll()
        .where("channel", "=", channel)
        .where("name", "=", name)
        .where(sql<SqlBool>`is_on = 1`)
        .orderBy("workspace")
        .orderBy("chat")
        .orderBy("message")
        .limit(limit);
      if (after !== undefined) {
        const { workspace, chatId, messageId } = after;
        select = select.where(
          sql<SqlBool>`(workspace, chat, message) > (${workspace}, ${chatId}, ${messageId})`,
        );
      }
      return (await select.execute()).map(rowToMark);
    },
  };
}

function profileQueries(
  kysely: Kysely<Tables>,
): Pick<SessionStore, "findAgentProfile" | "listAgentProfiles"> {
  const profiles = (workspace: string) =>
    kysely.selectFrom("agent_profiles").select("body").where("workspace", "=", workspace);
  return {
    async findAgentProfile(workspace, agent) {
      const row = await profiles(workspace).where("agent", "=", agent).executeTakeFirst();
      return row === undefined ? undefined : rowToProfile(row);
    },
    async listAgentProfiles(workspace) {
      return (await profiles(workspace).orderBy("agent").execute()).map(rowToProfile);
    },
  };
}

function momentOf(ms: number | null | undefined) {
  return ms === null || ms === undefined ? undefined : toTimestamp(ms);
}

/**
 * Sessions that a host may take up. A running session goes before all queued ones of its lane, even
 * older ones. Only the indexes of queued and running sessions are read, however many are paused or have
 * ended. They are compared by value: for "exists" an engine may join, and then reads everything queued.
 */
export function claimableSessions({
  workspace,
  agent,
  at,
  limit,
}: Parameters<SessionStore["claimableSessions"]>[0]): RawBuilder<Pick<Row<"sessions">, "body">> {
  return sql`
    select body from (
      select id, body from sessions
        where workspace = ${workspace} and agent = ${agent} and status = 'running'
          and (claim_until is null or claim_until <= ${toMs(at)})
      union all
      select * from (select s.id, s.body from sessions s
        where s.workspace = ${workspace} and s.agent = ${agent} and s.status = 'queued'
          and (select min(o.lane) from sessions o where o.workspace = s.workspace
            and o.agent = s.agent and o.lane = s.lane and o.status = 'running') is null
          and (select min(o.id) from sessions o where o.workspace = s.workspace
            and o.agent = s.agent and o.lane = s.lane and o.status = 'queued') = s.id
        order by s.id limit ${sql.lit(limit)}) as queued
    ) as claimable order by id limit ${sql.lit(limit)}`;
}
