import { type Kysely, sql } from "kysely";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Outbox, StoppedRider } from "../../ports/store/outbox.ts";
import { joinReads } from "../schema/join-reads.ts";
import type { Row, Tables } from "../schema/tables.ts";
import { rowToAttention, rowToLink, rowToSubscription } from "./rows.ts";
import { isBehind, STOPPED } from "./shared-question-sql.ts";

interface Led {
  readonly leader: RequestId;
}

export function createLinkQueries(kysely: Kysely<Tables>) {
  return joinReads(linkQueries(kysely), riderQueries(kysely));
}

function linkQueries(
  kysely: Kysely<Tables>,
): Pick<
  Outbox,
  | "findLink"
  | "linkOfAccount"
  | "listLinks"
  | "listAttention"
  | "listSubscriptions"
  | "hasSubscriptions"
> {
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
    async listSubscriptions(workspace) {
      const rows = await kysely
        .selectFrom("subscriptions")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("agent")
        .execute();
      return rows.map(rowToSubscription);
    },
    async hasSubscriptions() {
      const row = await kysely
        .selectFrom("subscriptions")
        .select("agent")
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
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
  };
}

/** Requests that share the answer of another. */
function riderQueries(kysely: Kysely<Tables>): Pick<Outbox, "askersBehind" | "stoppedRiders"> {
  return {
    async askersBehind(workspace, leaders) {
      if (leaders.length === 0) return [];
      const { rows } = await sql<Pick<Row<"requests">, "id" | "agent" | "agent_name"> & Led>`
        select x.leader, r.id, r.agent, r.agent_name from riders x
        join requests r on r.workspace = x.workspace and r.id = x.request
        where x.workspace = ${workspace} and x.leader in (${sql.join(leaders)})
          and ${sql.raw(isBehind("r"))}
        order by r.id
      `.execute(kysely);
      return rows.map(({ leader, id, agent, agent_name: agentName }) => ({
        leader,
        asker: { id: id as RequestId, agent: agent as PrincipalId, agentName },
      }));
    },
    async stoppedRiders(limit) {
      const most = sql.lit(limit);
      const { rows } = await sql<StoppedRider>`${sql.raw(STOPPED)} limit ${most}`.execute(kysely);
      return rows;
    },
  };
}
