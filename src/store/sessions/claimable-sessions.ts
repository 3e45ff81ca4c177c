import { type RawBuilder, sql } from "kysely";
import { toMs } from "../../domain/timestamp.ts";
import type { SessionStore } from "../../ports/store/session-store.ts";
import type { Row } from "../schema/tables.ts";

/**
 * Sessions that a host may take up. A session that runs goes before whatever is queued in its lane,
 * also where that is older. Read from indexes of what is queued and what runs: however many are paused
 * or have ended, they are not looked at; and by values, since an engine may join by a condition that
 * others exist, and then reads all that are queued.
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
