import type { Session } from "../../domain/sessions/session.ts";
import { erasedEntry } from "../../domain/sessions/session-erased.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Row } from "../schema/tables.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import { markToRow, profileToRow, sessionEntryToRow, sessionToRow } from "./rows.ts";

export type SessionWrite = Extract<
  Write,
  { readonly type: `${"session" | "entry" | "mark" | "profile"}.${string}` }
>;

const STATE = `status = ?, waits_for = ?, claim_until = ?, version = ?, ended_at = ?, body = ?,
  place_channel = ?, place_chat = ?, place_thread = ?, place_message = ?`;
const PUT = `update sessions set ${STATE} where workspace = ? and id = ? and version = ?`;
/** The index that keeps a second one out of the lane would refuse more than this change. */
const LANE_IS_TAKEN = `select 1 from sessions
  where workspace = ? and agent = ? and lane = ? and status = 'running' and id <> ?`;
const ENTRIES = "select seq, body from session_entries where workspace = ? and session = ?";
const ERASE_ENTRY =
  "update session_entries set body = ? where workspace = ? and session = ? and seq = ?";
const PUT_MARK = `update marks
  set thread = ?, session = ?, is_on = ?, due_at = ?, attempts = ?, version = ?
  where workspace = ? and channel = ? and chat = ? and message = ? and name = ? and version = ?`;
const INSERT_MARK = `insert into marks
    (workspace, channel, chat, message, name, thread, session, is_on, due_at, attempts, version)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const PUT_PROFILE = `insert into agent_profiles (workspace, agent, body) values (?, ?, ?)
  on conflict (workspace, agent) do update set body = excluded.body`;

/** Sessions and what belongs to them; false where a conditional write found another state. */
export function writeSession(db: Database, workspace: string, write: SessionWrite): boolean {
  switch (write.type) {
    case "session.insert":
      insertRow(db, "sessions", sessionToRow(write.session));
      return true;
    case "session.put":
      return put(db, workspace, write.session);
    case "session.erase":
      return erase(db, workspace, write.session);
    case "entry.insert":
      insertRow(db, "session_entries", sessionEntryToRow(write.entry));
      return true;
    case "mark.put":
      return putMark(db, markToRow(write.mark));
    case "profile.put": {
      const { agent, body } = profileToRow(write.profile);
      db.prepare(PUT_PROFILE).run(workspace, agent, body);
      return true;
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function put(db: Database, workspace: string, session: Session): boolean {
  const row = sessionToRow(session);
  const { id, agent, lane, status, version } = row;
  if (status === "running" && db.prepare(LANE_IS_TAKEN).get(workspace, agent, lane, id)) {
    return false;
  }
  const state = [
    status,
    row.waits_for,
    row.claim_until,
    version,
    row.ended_at,
    row.body,
    row.place_channel,
    row.place_chat,
    row.place_thread,
    row.place_message,
  ];
  return db.prepare(PUT).run(...state, workspace, id, version - 1).changes === 1;
}

function erase(db: Database, workspace: string, session: Session): boolean {
  if (!put(db, workspace, session)) return false;
  for (const row of db.prepare(ENTRIES).all(workspace, session.id)) {
    const body = JSON.stringify(erasedEntry(JSON.parse(String(row["body"]))));
    db.prepare(ERASE_ENTRY).run(body, workspace, session.id, Number(row["seq"]));
  }
  return true;
}

function putMark(db: Database, row: Row<"marks">): boolean {
  const { workspace, channel, chat, message, name, version } = row;
  const key = [workspace, channel, chat, message, name];
  const state = [row.thread, row.session, row.is_on, row.due_at, row.attempts, version];
  if (version === 1) return db.prepare(INSERT_MARK).run(...key, ...state).changes === 1;
  return db.prepare(PUT_MARK).run(...state, ...key, version - 1).changes === 1;
}
