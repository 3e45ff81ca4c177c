import { ERASED } from "../../domain/requests/erased.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { erasedEntry } from "../../domain/sessions/session-erased.ts";
import {
  assigned,
  changesIf,
  type Entry,
  inserts,
  insertsEachIf,
  type SqliteWrite,
  statement,
  type WriteOf,
  type WriteRow,
  type WriteTable,
} from "../schema/write-row.ts";
import { markToRow, profileToRow, sessionEntryToRow, sessionToRow } from "./rows.ts";

const CHANGEABLE = `status, waits_for, claim_until bigint, place_channel, place_chat, place_thread,
  place_message, version integer, ended_at bigint, body`;
const ROW = `workspace, id, agent, lane, root, continues, scheduled, created_at bigint, ${CHANGEABLE}`;
const MARK_STATE =
  "thread, session, is_on integer, due_at bigint, attempts integer, version integer";
const MARK = `workspace, channel, chat, message, name, ${MARK_STATE}`;
const SAME_MARK = `m.workspace = _r.workspace and m.channel = _r.channel and m.chat = _r.chat
  and m.message = _r.message and m.name = _r.name`;

/** The body of an entry `o`, without escapes that a JSON value of the database cannot hold. */
const READABLE = String.raw`regexp_replace(o.body, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\u0020', 'g')`;

const AT = "s.workspace = _r.workspace and s.id = _r.id and s.version = _r.version - 1";
const ERASE = `update sessions s set ${assigned(CHANGEABLE)} where ${AT}`;

const ENTRIES = "select seq, body from session_entries where workspace = ? and session = ?";
const eraseSession = statement(ERASE);
const eraseEntry = statement(`update session_entries set body = _r.body
  where workspace = _r.workspace and session = _r.session and seq = _r.seq`);

const erase: SqliteWrite = (db, row) => {
  if (!eraseSession(db, row)) return false;
  const { workspace, id } = row as { readonly workspace: string; readonly id: string };
  for (const { seq, body } of db.prepare(ENTRIES).all(workspace, id)) {
    const erased = JSON.stringify(erasedEntry(JSON.parse(String(body))));
    eraseEntry(db, { workspace, session: id, seq, body: erased });
  }
  return true;
};

type Table = Omit<WriteTable<"session" | "entry" | "mark" | "profile">, "mark.put"> & {
  readonly [Kind in "mark.first" | "mark.next"]: WriteRow<WriteOf<"mark.put">>;
};

/** Sessions of agents, and what belongs to them. */
export const SESSION_WRITES: Table = {
  "session.put": {
    isMany: true,
    // Looks for other sessions of the lane itself: the unique index would undo the whole batch.
    ...changesIf(
      `workspace, id, agent, lane, ${CHANGEABLE}`,
      `update sessions s set ${assigned(CHANGEABLE)}
        where ${AT} and (_r.status <> 'running' or not exists (select from sessions o
          where o.workspace = _r.workspace and o.agent = _r.agent and o.lane = _r.lane
            and o.status = 'running' and o.id <> _r.id))`,
    ),
    toEntry: (workspace, { session }) => ({
      rows: [sessionToRow(session)],
      places: [`${workspace} ${session.id}`, `${workspace} ${laneOf(session)}`],
    }),
  },
  "session.insert": {
    isMany: true,
    ...insertsEachIf("sessions", ROW),
    toEntry: (workspace, { session }) => ({
      rows: [sessionToRow(session)],
      places: [session.id, ...firstOf(session)].map((name) => `${workspace} ${name}`),
    }),
  },
  "session.erase": {
    ...changesIf(
      `workspace, id, ${CHANGEABLE}`,
      `with emptied as (update session_entries e set body = ${erased("x.body")}::text
          from (select o.seq, ${READABLE}::jsonb as body from session_entries o
            where o.workspace = _r.workspace and o.session = _r.id) as x
          where e.workspace = _r.workspace and e.session = _r.id and e.seq = x.seq
            and exists (select from sessions s where ${AT}))
      ${ERASE}`,
      erase,
    ),
    toEntry: (workspace, { session }) => ({
      rows: [sessionToRow(session)],
      places: [`${workspace} ${session.id}`],
    }),
  },
  "entry.insert": {
    unlocked: "new",
    isMany: true,
    ...inserts(
      "session_entries",
      "workspace, session, seq integer, at bigint, epoch integer, body",
    ),
    toEntry: (workspace, { entry }) => ({
      rows: [sessionEntryToRow(entry)],
      places: [`${workspace} ${entry.session} ${entry.seq}`],
      within: [`${workspace} ${entry.session}`],
    }),
  },
  "mark.first": {
    isMany: true,
    ...insertsEachIf("marks", MARK),
    toEntry: markEntry,
  },
  "mark.next": {
    isMany: true,
    ...changesIf(
      MARK,
      `update marks m set ${assigned(MARK_STATE)} where ${SAME_MARK} and m.version = _r.version - 1`,
    ),
    toEntry: markEntry,
  },
  "profile.put": {
    ...inserts("agent_profiles", "workspace, agent, body", {
      conflict: `
      on conflict (workspace, agent) do update set body = excluded.body`,
    }),
    toEntry: (workspace, { profile }) => ({
      rows: [profileToRow(profile)],
      places: [`${workspace} profile ${profile.agent}`],
    }),
  },
};

function markEntry(workspace: string, { mark }: WriteOf<"mark.put">): Entry {
  const { channel, chatId, messageId, name } = mark;
  const place = JSON.stringify([channel, chatId, messageId, name]);
  return { rows: [markToRow(mark)], places: [`${workspace} mark ${place}`] };
}

/** Places for one session only: the continuation of a session, and the start by a schedule. */
function firstOf({ agent, continues, scheduled }: Session): readonly string[] {
  return [
    ...(continues === undefined ? [] : [`continuation ${continues}`]),
    ...(scheduled === undefined ? [] : [`scheduled ${agent} ${scheduled}`]),
  ];
}

function laneOf({ agent, lane }: Session): string {
  return `lane ${agent} ${lane}`;
}

/** As `erasedEntry` does it. */
function erased(body: string): string {
  const calls = `(select coalesce(jsonb_agg(jsonb_build_object('id', c.one->'id', 'name', c.one->'name',
      'args', '{}'::jsonb) order by c.place), '[]')
    from jsonb_array_elements(${body}->'calls') with ordinality as c (one, place))`;
  return `(${body}
    || case when ${body} ? 'text' then '{"text":${JSON.stringify(ERASED)}}'::jsonb else '{}' end
    || case when ${body} ? 'calls' then jsonb_build_object('calls', ${calls}) else '{}' end)`;
}
