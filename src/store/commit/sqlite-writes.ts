import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { writeAuthority } from "../authority/writes.ts";
import { writeWords } from "../erasure/sqlite-writes.ts";
import { writeLink } from "../hub/link-writes.ts";
import { writeOutbox } from "../hub/writes.ts";
import { writeInbox } from "../inbox/writes.ts";
import { writeLiaison } from "../liaison/writes.ts";
import { countMemory, putMemory } from "../memory/writes.ts";
import { conversationToRow, messageToRow, principalToRow } from "../people/rows.ts";
import { writeSignIn } from "../people/writes.ts";
import { writeMailbox } from "../requests/mailbox-writes.ts";
import { writeRequest } from "../requests/writes.ts";
import { writeSession } from "../sessions/writes.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import { addTally, dropTally } from "../upkeep/tally-writes.ts";
import { writeRetention } from "../upkeep/writes.ts";

const CONDITIONAL: readonly Write["type"][] = [
  "request.update",
  "request.erase",
  "message.erase",
  "grant.put",
  "grant.void",
  "grant.consume",
  "ground.holds",
  "permission.use",
  "permission.revoke",
  "policy.put",
  "passphrase.put",
  "key.revoke",
  "key.end",
  "agent.halt",
  "ticket.take",
  "passkey.use",
  "passkey.remove",
  "delivery.seen",
  "claim.put",
  "claim.remove",
  "memory.count",
  "memory.put",
  "mailbox.put",
  "mailbox.release",
  "mailbox.acknowledge",
  "outbox.put",
  "link.rank",
  "link.remove",
  "rider.put",
  "session.put",
  "session.erase",
  "mark.put",
  "liaison.insert",
  "liaison.put",
  "words.put",
  "lease.holds",
];

/** Whether the write may find another row than it expects. */
export function isConditional({ type }: Write): boolean {
  return CONDITIONAL.includes(type);
}

/** What is not said by rows: SQLite's leases are those of its one process. */
export type RowWrite = Exclude<Write, { readonly type: "lease.holds" }>;

/** Writes one row; false where a conditional write found another state than it expected. */
export function applyWrite(db: Database, workspace: string, write: RowWrite): boolean {
  switch (write.type) {
    case "request.insert":
    case "request.update":
    case "request.erase":
      return writeRequest(db, workspace, write);
    case "grant.put":
    case "grant.void":
    case "grant.consume":
    case "ground.holds":
    case "permission.insert":
    case "permission.use":
    case "permission.revoke":
    case "policy.put":
    case "tool.pin":
    case "tool.define":
    case "passphrase.put":
    case "checkpoint.insert":
      return writeAuthority(db, workspace, write);
    case "message.insert":
      insertRow(db, "messages", messageToRow(write.message));
      return true;
    case "message.erase":
    case "retention.drop":
      return writeRetention(db, workspace, write);
    case "conversation.insert":
      insertRow(db, "conversations", conversationToRow(write.conversation));
      return true;
    case "principal.insert":
      insertRow(db, "principals", principalToRow(write.principal));
      return true;
    case "key.insert":
    case "key.revoke":
    case "key.end":
    case "agent.halt":
    case "ticket.insert":
    case "ticket.take":
    case "ticket.drop":
    case "passkey.insert":
    case "passkey.use":
    case "passkey.remove":
      return writeSignIn(db, workspace, write);
    case "delivery.sent":
    case "delivery.seen":
    case "claim.put":
    case "claim.remove":
    case "snooze.put":
      return writeInbox(db, workspace, write);
    case "workspace.insert":
      insertRow(db, "workspaces", { id: write.id, created_at: toMs(write.createdAt) });
      return true;
    case "memory.count":
      return countMemory(db, write.place, write.added);
    case "memory.put":
      return putMemory(db, write.record);
    case "mailbox.put":
    case "mailbox.release":
    case "mailbox.ready":
    case "mailbox.remove":
    case "mailbox.acknowledge":
      return writeMailbox(db, write);
    case "outbox.insert":
    case "outbox.put":
    case "outbox.settle":
    case "outbox.hasten":
      return writeOutbox(db, workspace, write);
    case "link.insert":
    case "link.heard":
    case "link.rank":
    case "link.remove":
    case "attention.put":
    case "rider.put":
    case "rider.remove":
      return writeLink(db, workspace, write);
    case "session.insert":
    case "session.put":
    case "session.erase":
    case "entry.insert":
    case "mark.put":
    case "profile.put":
      return writeSession(db, workspace, write);
    case "liaison.insert":
    case "liaison.put":
    case "graph.put":
    case "graph.drop":
      return writeLiaison(db, workspace, write);
    case "words.put":
    case "words.drop":
      return writeWords(db, workspace, write);
    case "tally.add":
      addTally(db, write.counts);
      return true;
    case "tally.drop":
      dropTally(db, write.before);
      return true;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}
