import type { Event } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import { rowToMessage } from "../../store/requests/message-rows.ts";
import { rowToRequest } from "../../store/requests/rows.ts";
import type { Row } from "../../store/schema/tables.ts";
import type { StoredRows } from "./world-store.ts";

/** Compares the mailboxes on disk with the log; each method says what must never be, if it is. */
export interface MailboxOracle {
  /** No two open requests of a tool ask the same. */
  doubleQuestion(): string | undefined;
  /**
   * What has closed, was said too late or is asked back is in the mailbox until the log says that it was acknowledged,
   * an approval also until it was redeemed.
   */
  lostItem(events: readonly Event[]): string | undefined;
}

export function createMailboxOracle(database: StoredRows): MailboxOracle {
  const double = database.prepare(`select min(id) as id from requests
    where kind = 'question' and tool is not null and tool <> 'ask_operator' and status = 'open'
    group by agent, question having count(*) > 1`);
  const readItems = database.prepare("select item from mailbox where ready_at is not null");
  // What a session asks goes on in the session that continues it, and is in no mailbox.
  const readRequests = database.prepare(
    "select * from requests where tool is not null and tool <> 'ask_operator'",
  );
  const readForAgents = database.prepare(
    "select * from messages where late_answer_to is not null or asks_back is not null",
  );

  function expected(): readonly string[] {
    const requests = (readRequests.all() as unknown as Row<"requests">[]).map(rowToRequest);
    const messages = (readForAgents.all() as unknown as Row<"messages">[]).map(rowToMessage);
    return [...requests.filter(isForAgent), ...messages].map(({ id }) => id);
  }

  return {
    doubleQuestion() {
      const row = double.get();
      return row === undefined ? undefined : `the question of ${row["id"]} is open twice`;
    },
    lostItem(events) {
      const items = new Set(readItems.all().map((row) => String(row["item"])));
      const subjects = events.flatMap(({ type, subject }) =>
        type === "mailbox.acknowledged" ? [subject] : [],
      );
      const acknowledged = new Set(subjects);
      for (const { type, subject } of events) {
        if (type === "grant.redeemed") acknowledged.add(subject);
      }
      if (new Set(subjects).size < subjects.length) return "an item was acknowledged twice";
      const wrong = expected().find((id) => items.has(id) === acknowledged.has(id));
      if (wrong === undefined) return undefined;
      return items.has(wrong)
        ? `${wrong} was acknowledged and is in the mailbox`
        : `${wrong} is gone from the mailbox, and nobody has acknowledged it`;
    },
  };
}

function isForAgent(request: Request): boolean {
  if (request.status === "open") return false;
  // What was decided as it was asked has been told by then.
  if ("basis" in request && request.basis.kind !== "people") return false;
  return request.status !== "cancelled" || request.closedBy.principal !== request.agent;
}
