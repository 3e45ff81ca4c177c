import { type RawBuilder, sql } from "kysely";
import { toMs } from "../../domain/timestamp.ts";
import type { SessionStore } from "../../ports/store/session-store.ts";
import type { Row } from "../schema/tables.ts";

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
        order by s.id limit ${limit}) as queued
    ) as claimable order by id limit ${limit}`;
}
