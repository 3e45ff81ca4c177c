import { DatabaseSync } from "node:sqlite";
import type { GrantRecord } from "../../../src/domain/authority/grant.ts";
import { DEFAULT_WORKSPACE } from "../../../src/domain/id.ts";
import type { Message } from "../../../src/domain/requests/conversation.ts";
import type { Request } from "../../../src/domain/requests/request.ts";
import { rowToGrant } from "../../../src/store/authority/rows.ts";
import { rowToMessage } from "../../../src/store/requests/message-rows.ts";
import { rowToRequest } from "../../../src/store/requests/rows.ts";
import type { Row } from "../../../src/store/schema/tables.ts";
import type { Operation } from "./ledger.ts";

/** What is on disk, read past the server. */
export interface DiskTables {
  event(seq: number): Row<"events"> | undefined;
  eventsAfter(seq: number): Iterable<Row<"events">>;
  request(id: string): Request | undefined;
  message(id: string): Message | undefined;
  /** The grant of a request. */
  grant(request: string): GrantRecord | undefined;
  /** Rows in order of insertion, from the one after this number. */
  rowsAfter(table: RowTable, number: number): Iterable<InsertedRow>;
  /** What an operation's idempotency key refers to. */
  resultOfKey(operation: Operation): string | undefined;
}

export type RowTable = "requests" | "messages";

export interface InsertedRow {
  readonly id: string;
  readonly number: number;
}

/** `read` sees everything at one moment, even while the server continues. */
export function withTables(path: string, read: (tables: DiskTables) => void): void {
  // Closed each time: a connection that outlives the server would save the next one its recovery.
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    db.exec("begin");
    read(openTables(db));
  } finally {
    db.close();
  }
}

/** SQLite's own opinion of the file: `ok`, or what is wrong. */
export function integrityOf(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = db.prepare("pragma integrity_check").all();
    return rows.map((row) => row["integrity_check"]).join("; ");
  } finally {
    db.close();
  }
}

function openTables(db: DatabaseSync): DiskTables {
  const at = DEFAULT_WORKSPACE;
  const event = db.prepare("select * from events where workspace = ? and seq = ?");
  const events = db.prepare("select * from events where workspace = ? and seq > ? order by seq");
  const request = db.prepare("select * from requests where workspace = ? and id = ?");
  const message = db.prepare("select * from messages where workspace = ? and id = ?");
  const grant = db.prepare("select * from grants where workspace = ? and request = ?");
  const once = db.prepare("select * from once where workspace = ? and principal = ? and key = ?");
  return {
    event: (seq) => event.get(at, seq) as Row<"events"> | undefined,
    eventsAfter: (seq) => events.iterate(at, seq) as unknown as Iterable<Row<"events">>,
    request(id) {
      const row = request.get(at, id);
      return row === undefined ? undefined : rowToRequest(row as unknown as Row<"requests">);
    },
    message(id) {
      const row = message.get(at, id);
      return row === undefined ? undefined : rowToMessage(row as unknown as Row<"messages">);
    },
    grant(request) {
      const row = grant.get(at, request);
      return row === undefined ? undefined : rowToGrant(row as unknown as Row<"grants">);
    },
    rowsAfter(table, number) {
      const rows = db.prepare(
        `select id, rowid as number from ${table} where rowid > ? order by rowid`,
      );
      return rows.iterate(number) as unknown as Iterable<InsertedRow>;
    },
    resultOfKey: ({ by, key }) => once.get(at, by, key)?.["result"] as string | undefined,
  };
}
