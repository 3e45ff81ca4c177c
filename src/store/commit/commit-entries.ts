import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { authorityEntry } from "../authority/commit-authority-entries.ts";
import { wordsEntry } from "../erasure/postgres-writes.ts";
import { linkEntry, outboxEntry } from "../hub/commit-hub-entries.ts";
import { liaisonEntry } from "../liaison/commit-liaison-entries.ts";
import { memoryEntry, upkeepEntry } from "../memory/commit-memory-entries.ts";
import { inboxEntry, signInEntry } from "../people/commit-sign-in-entries.ts";
import { conversationToRow, messageToRow, principalToRow } from "../people/rows.ts";
import { mailboxEntry, requestEntry } from "../requests/commit-request-entries.ts";
import type { Entry } from "../schema/write-row.ts";
import { sessionEntry } from "../sessions/commit-session-entries.ts";

/** A write as the commit function takes it. */
export function toEntry(workspace: WorkspaceId, write: Write): Entry {
  switch (write.type) {
    case "request.insert":
    case "request.update":
    case "request.erase":
      return requestEntry(workspace, write);
    case "mailbox.put":
    case "mailbox.release":
    case "mailbox.ready":
    case "mailbox.remove":
    case "mailbox.acknowledge":
      return mailboxEntry(write);
    case "message.insert":
    case "message.erase": {
      const row = messageToRow(write.message);
      return {
        kind: write.type,
        rows: [{ ...row, workspace }],
        places: [`${workspace} ${row.id}`],
      };
    }
    case "conversation.insert": {
      const row = conversationToRow(write.conversation);
      return { kind: write.type, rows: [row], places: [`${workspace} ${row.id}`] };
    }
    case "workspace.insert": {
      const row = { id: write.id, created_at: toMs(write.createdAt) };
      return { kind: write.type, rows: [row], places: [workspace] };
    }
    case "principal.insert": {
      const row = principalToRow(write.principal);
      const places = [`${workspace} ${row.id}`, `${workspace} ${row.kind} ${row.name}`];
      return { kind: write.type, rows: [row], places };
    }
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
      return authorityEntry(workspace, write);
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
      return signInEntry(workspace, write);
    case "delivery.sent":
    case "delivery.seen":
    case "claim.put":
    case "claim.remove":
    case "snooze.put":
      return inboxEntry(workspace, write);
    case "memory.count":
    case "memory.put":
      return memoryEntry(write);
    case "outbox.insert":
    case "outbox.put":
    case "outbox.settle":
    case "outbox.hasten":
      return outboxEntry(workspace, write);
    case "link.insert":
    case "link.heard":
    case "link.rank":
    case "link.remove":
    case "attention.put":
    case "rider.put":
    case "rider.remove":
      return linkEntry(workspace, write);
    case "session.insert":
    case "session.put":
    case "session.erase":
    case "entry.insert":
    case "mark.put":
    case "profile.put":
      return sessionEntry(workspace, write);
    case "liaison.insert":
    case "liaison.put":
    case "graph.put":
    case "graph.drop":
      return liaisonEntry(workspace, write);
    case "words.put":
    case "words.drop":
      return wordsEntry(workspace, write);
    case "tally.add":
    case "tally.drop":
    case "lease.holds":
    case "retention.drop":
      return upkeepEntry(workspace, write);
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}
