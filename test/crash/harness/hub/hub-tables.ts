import { DatabaseSync } from "node:sqlite";
import type { Delivery } from "../../../../src/domain/hub/delivery.ts";
import type { Request } from "../../../../src/domain/requests/request.ts";
import { rowToOutbox } from "../../../../src/store/hub/rows.ts";
import { rowToRequest } from "../../../../src/store/requests/rows.ts";
import type { Row } from "../../../../src/store/schema/tables.ts";

/** What a server has stored about deliveries and their results, read without it. */
export interface HubTables {
  readonly deliveries: readonly Delivery[];
  readonly requests: ReadonlyMap<string, Request>;
  /** How often something was said to the agent, word for word. */
  readonly messages: ReadonlyMap<string, number>;
  /** How many events of a type each subject has. */
  count(type: string, subject: string): number;
  /** The head of the log. */
  readonly events: number;
}

/** Words whose author is being asked what they answer: no agent has them. */
const HELD = "select subject from events where type = 'message.held'";

export function readHubTables(path: string): HubTables {
  return reading(path, (db) => {
    const rows = <T>(sql: string) => db.prepare(sql).all() as unknown as T[];
    const requests = rows<Row<"requests">>("select * from requests").map(rowToRequest);
    const messages = rows<{ text: string; n: number }>(
      `select text, count(*) as n from messages where id not in (${HELD}) group by text`,
    );
    const counts = rows<{ type: string; subject: string | null; n: number }>(
      "select type, subject, count(*) as n from events group by type, subject",
    );
    const byName = new Map(counts.map(({ type, subject, n }) => [`${type} ${subject}`, n]));
    return {
      deliveries: rows<Row<"outbox">>("select * from outbox order by id").map(rowToOutbox),
      requests: new Map(requests.map((request) => [request.id, request])),
      messages: new Map(messages.map(({ text, n }) => [text, n])),
      count: (type, subject) => byName.get(`${type} ${subject}`) ?? 0,
      events: rows<{ n: number }>("select count(*) as n from events")[0]?.n ?? 0,
    };
  });
}

/** How many deliveries are unfinished, and how many questions are open. */
export function countOpen(path: string): { readonly jobs: number; readonly questions: number } {
  return reading(path, (db) => {
    const count = (of: string) =>
      Number(db.prepare(`select count(*) as n from ${of}`).get()?.["n"]);
    return {
      jobs: count("outbox where job is not null"),
      questions: count("requests where status = 'open'"),
    };
  });
}

/** Closed each time: a connection that outlives the server would save the next one its recovery. */
function reading<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}
