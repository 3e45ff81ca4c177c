import { ERASED } from "../../domain/requests/erased.ts";
import { assigned, type CommitWrite, each, insert, insertOne } from "../schema/commit-write.ts";

/* Sessions of agents, and what belongs to them. */

const CHANGEABLE = `status, waits_for, claim_until bigint, place_channel, place_chat, place_thread,
  place_message, version integer, ended_at bigint, body`;
const ROW = `workspace, id, agent, lane, root, continues, scheduled, created_at bigint, ${CHANGEABLE}`;
const MARK_STATE =
  "thread, session, is_on integer, due_at bigint, attempts integer, version integer";
const MARK = `workspace, channel, chat, message, name, ${MARK_STATE}`;
const SAME_MARK = `m.workspace = _r.workspace and m.channel = _r.channel and m.chat = _r.chat
  and m.message = _r.message and m.name = _r.name`;

/** Of an entry `o`, without the escapes that a JSON value of the database cannot hold. */
const READABLE = String.raw`regexp_replace(o.body, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\u0020', 'g')`;

const AT = "s.workspace = _r.workspace and s.id = _r.id and s.version = _r.version - 1";

export const SESSION_WRITES = {
  "session.put": {
    when: "if",
    isMany: true,
    // Others of the lane are asked for: the index that keeps them out would undo the whole batch.
    sql: each(
      `workspace, id, agent, lane, ${CHANGEABLE}`,
      `update sessions s set ${assigned(CHANGEABLE)}
        where ${AT} and (_r.status <> 'running' or not exists (select from sessions o
          where o.workspace = _r.workspace and o.agent = _r.agent and o.lane = _r.lane
            and o.status = 'running' and o.id <> _r.id))`,
    ),
  },
  "session.insert": {
    when: "if",
    isMany: true,
    sql: each(ROW, `${insertOne("sessions", ROW)} on conflict do nothing`),
  },
  "session.erase": {
    when: "if",
    sql: each(
      `workspace, id, ${CHANGEABLE}`,
      `with emptied as (update session_entries e set body = ${erased("x.body")}::text
          from (select o.seq, ${READABLE}::jsonb as body from session_entries o
            where o.workspace = _r.workspace and o.session = _r.id) as x
          where e.workspace = _r.workspace and e.session = _r.id and e.seq = x.seq
            and exists (select from sessions s where ${AT}))
      update sessions s set ${assigned(CHANGEABLE)} where ${AT}`,
    ),
  },
  "entry.insert": {
    when: "rest",
    isMany: true,
    sql: `${insert("session_entries", "workspace, session, seq integer, at bigint, epoch integer, body")};`,
  },
  "mark.first": {
    when: "if",
    isMany: true,
    sql: each(MARK, `${insertOne("marks", MARK)} on conflict do nothing`),
  },
  "mark.next": {
    when: "if",
    isMany: true,
    sql: each(
      MARK,
      `update marks m set ${assigned(MARK_STATE)} where ${SAME_MARK} and m.version = _r.version - 1`,
    ),
  },
  "profile.put": {
    when: "rest",
    sql: `${insert("agent_profiles", "workspace, agent, body")}
      on conflict (workspace, agent) do update set body = excluded.body;`,
  },
} as const satisfies Record<string, CommitWrite>;

/** As `erasedEntry` does it. */
function erased(body: string): string {
  const calls = `(select coalesce(jsonb_agg(jsonb_build_object('id', c.one->'id', 'name', c.one->'name',
      'args', '{}'::jsonb) order by c.place), '[]')
    from jsonb_array_elements(${body}->'calls') with ordinality as c (one, place))`;
  return `(${body}
    || case when ${body} ? 'text' then '{"text":${JSON.stringify(ERASED)}}'::jsonb else '{}' end
    || case when ${body} ? 'calls' then jsonb_build_object('calls', ${calls}) else '{}' end)`;
}
