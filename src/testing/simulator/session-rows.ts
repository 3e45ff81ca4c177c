import type { RequestId, SessionId } from "../../domain/id.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import type { Row } from "../../store/schema/tables.ts";
import { rowToSession, rowToSessionEntry } from "../../store/sessions/rows.ts";
import type { StoredRows } from "./world-store.ts";

/** Sessions as they are on disk, read past the server. */
export interface SessionRows {
  all(): readonly Session[];
  find(id: SessionId): Session | undefined;
  /** In their order. */
  entriesOf(id: SessionId): readonly SessionEntry[];
  /** Some are queued or running. */
  areLeft(): boolean;
  /** Questions of paused sessions that nobody has answered yet. */
  openQuestions(): readonly RequestId[];
}

export function readSessionRows(database: StoredRows): SessionRows {
  const readAll = database.prepare("select body from sessions order by id");
  const readOne = database.prepare("select body from sessions where id = ?");
  const readEntries = database.prepare(
    "select * from session_entries where session = ? order by seq",
  );
  const readLeft = database.prepare(
    "select id from sessions where status in ('queued', 'running') limit 1",
  );
  const readOpen = database.prepare(`select requests.id from sessions
    join requests on requests.id = sessions.waits_for
    where sessions.status = 'paused' and requests.status = 'open' order by requests.id`);

  return {
    all: () => (readAll.all() as unknown as Row<"sessions">[]).map(rowToSession),
    find(id) {
      const row = readOne.get(id);
      return row === undefined ? undefined : rowToSession(row as unknown as Row<"sessions">);
    },
    entriesOf: (id) =>
      (readEntries.all(id) as unknown as Row<"session_entries">[]).map(rowToSessionEntry),
    areLeft: () => readLeft.get() !== undefined,
    openQuestions: () => readOpen.all().map(({ id }) => id as RequestId),
  };
}
