import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store.ts";
import {
  closingToRow,
  conversationToRow,
  keyToRow,
  messageToRow,
  principalToRow,
  requestToRow,
} from "../rows.ts";
import type { Database } from "./database.ts";
import { writeMailbox } from "./mailbox-writes.ts";
import { countMemory, putMemory } from "./memory-writes.ts";
import { addTally, dropTally } from "./tally-writes.ts";

type SqlRow = Readonly<Record<string, string | number | Uint8Array | null>>;

const insertStatements = new Map<string, string>();

/** The insert statement of a table; rows of one table always have the same columns. */
function insertSql(table: string, row: SqlRow): string {
  const known = insertStatements.get(table);
  if (known !== undefined) return known;
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  const text = `insert into ${table} (${columns.join(", ")}) values (${marks})`;
  insertStatements.set(table, text);
  return text;
}

export function insertRow(db: Database, table: string, row: SqlRow): void {
  db.prepare(insertSql(table, row)).run(...Object.values(row));
}

const UPDATE_REQUEST = `update requests
  set status = ?, version = ?, closed_at = ?, closed_by = ?, answer = ?, reason = ?
  where workspace = ? and id = ? and version = ?`;
const REVOKE_KEY = `update keys set revoked_at = ?
  where workspace = ? and id = ? and revoked_at is null`;

const CONDITIONAL: readonly Write["type"][] = [
  "request.update",
  "key.revoke",
  "memory.count",
  "memory.put",
  "mailbox.put",
  "mailbox.release",
  "mailbox.acknowledge",
];

/** Whether the write may find another row than it expects. */
export function isConditional({ type }: Write): boolean {
  return CONDITIONAL.includes(type);
}

/** Writes one row; false where a conditional update found another version than it expected. */
export function applyWrite(db: Database, workspace: string, write: Write): boolean {
  switch (write.type) {
    case "request.insert":
      insertRow(db, "requests", requestToRow(write.request));
      return true;
    case "request.update": {
      const { request } = write;
      const { closed_at, closed_by, answer, reason } = closingToRow(request);
      const { changes } = db
        .prepare(UPDATE_REQUEST)
        .run(
          ...[request.status, request.version, closed_at, closed_by, answer, reason],
          ...[workspace, request.id, request.version - 1],
        );
      return changes === 1;
    }
    case "message.insert":
      insertRow(db, "messages", messageToRow(write.message));
      return true;
    case "conversation.insert":
      insertRow(db, "conversations", conversationToRow(write.conversation));
      return true;
    case "principal.insert":
      insertRow(db, "principals", principalToRow(write.principal));
      return true;
    case "key.insert":
      insertRow(db, "keys", keyToRow(write.key, write.secretHash));
      return true;
    case "key.revoke":
      return db.prepare(REVOKE_KEY).run(toMs(write.revokedAt), workspace, write.id).changes === 1;
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
