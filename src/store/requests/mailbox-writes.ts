import type { MailboxEntry, MailboxRef } from "../../domain/requests/mailbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";

export type MailboxWrite = Extract<Write, { readonly type: `mailbox.${string}` }>;

const PUT = `insert into mailbox (workspace, agent, item, digest, ready_at)
  values (?, ?, ?, ?, ?) on conflict do nothing`;
const AT = "workspace = ? and agent = ? and item = ?";
const RELEASE = `update mailbox set digest = null where ${AT} and digest = ?`;
const READY = `update mailbox set ready_at = ? where ${AT}`;
const REMOVE = `delete from mailbox where ${AT}`;
const ACKNOWLEDGE = `${REMOVE} and ready_at is not null`;

/** False where a conditional write found another mailbox than it expected. */
export function writeMailbox(db: Database, write: MailboxWrite): boolean {
  switch (write.type) {
    case "mailbox.put":
      return put(db, write.entry);
    case "mailbox.release":
      return db.prepare(RELEASE).run(...at(write.ref), write.digest).changes === 1;
    case "mailbox.ready":
      db.prepare(READY).run(toMs(write.readyAt), ...at(write.ref));
      return true;
    case "mailbox.remove":
      db.prepare(REMOVE).run(...at(write.ref));
      return true;
    case "mailbox.acknowledge":
      return db.prepare(ACKNOWLEDGE).run(...at(write.ref)).changes === 1;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function at({ workspace, agent, item }: MailboxRef): [string, string, string] {
  return [workspace, agent, item];
}

function put(db: Database, entry: MailboxEntry): boolean {
  const { digest = null, readyAt } = entry;
  const ready = readyAt === undefined ? null : toMs(readyAt);
  return db.prepare(PUT).run(...at(entry), digest, ready).changes === 1;
}
