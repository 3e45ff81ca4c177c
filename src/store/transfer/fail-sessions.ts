import type { SessionId, WorkspaceId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Target } from "./record.ts";

const PAGE = 500;
const UNDONE = `select id, body from sessions
  where workspace = ? and id > ? and status in ('queued', 'running') order by id limit ${PAGE}`;
const FAIL = `update sessions set status = 'failed', claim_until = null, version = ?, ended_at = ?,
  body = ? where workspace = ? and id = ?`;
const WHY =
  "A backup was restored, and this may have run since it was taken. Look at what was done, then resume it.";

/** Fails sessions that were running or waiting to run at the time of the backup; returns the events. */
export async function failSessions(
  target: Target,
  workspace: WorkspaceId,
  { at }: { readonly at: Timestamp },
): Promise<readonly EventDraft[]> {
  const drafts: EventDraft[] = [];
  for (let after = ""; ; ) {
    const rows = await target.all<{ readonly id: SessionId; readonly body: string }>(UNDONE, [
      workspace,
      after,
    ]);
    for (const { id, body } of rows) {
      const session = JSON.parse(body) as Session;
      const next = moveSession(session, { type: "lose", reason: WHY }, at);
      await target.all(FAIL, [next.version, toMs(at), JSON.stringify(next), workspace, id]);
      drafts.push({ type: "session.failed", at, subject: id, agent: session.agent });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return drafts;
  }
}
