import { toMs } from "../../domain/timestamp.ts";
import type { InboxNote, Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";

export type InboxWrite = Extract<
  Write,
  { readonly type: `${"delivery" | "claim" | "snooze"}.${string}` }
>;
type Of<Type extends InboxWrite["type"]> = Extract<InboxWrite, { readonly type: Type }>;

const NOTE = `insert into deliveries (workspace, request, operator, name, sent_at, seen_at)
  values (?, ?, ?, ?, ?, ?) on conflict (workspace, request, operator)`;
const NOTE_SENT = `${NOTE} do nothing`;
const NOTE_SEEN = `${NOTE} do update set seen_at = excluded.seen_at where seen_at is null`;
const CLAIM = `insert into claims (claimed_by, claimed_at, principal, workspace, request)
  values (?, ?, ?, ?, ?) on conflict (workspace, request) do nothing`;
const TAKE_CLAIM = `update claims set claimed_by = ?, claimed_at = ?, principal = ?
  where workspace = ? and request = ? and principal = ?`;
const RELEASE = "delete from claims where workspace = ? and request = ? and principal = ?";
const SNOOZE = `insert into snoozes (workspace, operator, request, until) values (?, ?, ?, ?)
  on conflict (workspace, operator, request) do update set until = excluded.until`;
const WAKE = "delete from snoozes where workspace = ? and operator = ? and request = ?";

/** What operators do about requests; false where a conditional write found another state. */
export function writeInbox(db: Database, workspace: string, write: InboxWrite): boolean {
  switch (write.type) {
    case "delivery.sent":
      note(db, NOTE_SENT, [workspace, write.delivery, null]);
      return true;
    case "delivery.seen":
      return note(db, NOTE_SEEN, [workspace, write.delivery, toMs(write.delivery.at)]) === 1;
    case "claim.put":
      return claim(db, workspace, write);
    case "claim.remove":
      return db.prepare(RELEASE).run(workspace, write.request, write.by).changes === 1;
    case "snooze.put":
      snooze(db, workspace, write);
      return true;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function note(
  db: Database,
  statement: string,
  [workspace, { request, operator, name, at }, seenAt]: [string, InboxNote, number | null],
): number {
  const { changes } = db
    .prepare(statement)
    .run(workspace, request, operator, name, toMs(at), seenAt);
  return Number(changes);
}

function claim(db: Database, workspace: string, write: Of<"claim.put">): boolean {
  const { request, former } = write;
  const { by, at } = write.claim;
  const row = [JSON.stringify(by), toMs(at), by.principal, workspace, request] as const;
  const { changes } =
    former === undefined
      ? db.prepare(CLAIM).run(...row)
      : db.prepare(TAKE_CLAIM).run(...row, former);
  return changes === 1;
}

function snooze(db: Database, workspace: string, write: Of<"snooze.put">): void {
  const { operator, request, until } = write;
  if (until === undefined) db.prepare(WAKE).run(workspace, operator, request);
  else db.prepare(SNOOZE).run(workspace, operator, request, toMs(until));
}
