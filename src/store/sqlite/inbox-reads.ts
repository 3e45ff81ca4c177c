import type { Split } from "../../domain/inbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Change, Store } from "../../ports/store.ts";
import { type InboxRow, rowToInboxItem } from "../inbox-rows.ts";
import {
  INBOX_COLUMNS,
  INBOX_JOINS,
  inboxTexts,
  LAST_REQUEST,
  type Named,
  namedIn,
  whoIs,
} from "../inbox-texts.ts";
import type { Database } from "./database.ts";

const MOST = 10_001;
const MOST_COUNTS = 1_000;

/** Requests, with what the inbox of one operator knows of each. */
export const INBOX_ROWS = `select ${INBOX_COLUMNS} from requests r ${INBOX_JOINS}`;

const { splits, mine, isMine, snoozed, waiting } = inboxTexts("instr");
const list = (split: Split) =>
  `${INBOX_ROWS} where ${splits[split].where} order by ${splits[split].order} limit $limit`;
const LIST: Readonly<Record<Split, string>> = {
  needs_me: list("needs_me"),
  snoozed: list("snoozed"),
  waiting: list("waiting"),
  done: list("done"),
};
const COUNT_MINE = `select count(*) as count
  from (select 1 from requests r where ${mine} limit $limit)`;
const COUNT_SNOOZED = `select count(*) as count, coalesce(sum(${isMine}), 0) as mine ${snoozed}`;
const COUNT_WAITING = `select count(*) as count from (select 1 ${waiting} limit $limit)`;

/** What pages of operators ask for with every event, as prepared statements. */
export interface InboxReads extends Pick<Store, "listInbox" | "countInbox"> {
  /** Takes up what a batch has put on disk. */
  committed(changes: readonly Change[]): void;
}

export function createInboxReads(db: Database): InboxReads {
  // Many pages ask at once after one event. This process alone writes the file, so that what was
  // counted holds until it writes again; a snooze ends by itself, and is counted each time.
  const counted = new Map<string, number>();

  function count(statement: string, named: Named): number {
    const place = JSON.stringify([statement, named]);
    const known = counted.get(place);
    if (known !== undefined) return known;
    const found = Number(db.prepare(statement).get(named)?.["count"]);
    if (counted.size >= MOST_COUNTS) counted.clear();
    counted.set(place, found);
    return found;
  }

  return {
    async listInbox(query) {
      const rows = db.prepare(LIST[query.split]).all(namedIn(query));
      return (rows as unknown as InboxRow[]).map(rowToInboxItem);
    },
    async countInbox({ workspace, operator, now }) {
      const mine = { workspace, operator: operator.id, ...whoIs(operator) };
      const snoozed = db.prepare(COUNT_SNOOZED).get({ ...mine, now: toMs(now) });
      const isMine = Number(snoozed?.["mine"]);
      return {
        needs_me: count(COUNT_MINE, { ...mine, limit: MOST + isMine }) - isMine,
        waiting: count(COUNT_WAITING, { workspace, before: LAST_REQUEST, limit: MOST }),
        snoozed: Math.min(Number(snoozed?.["count"]), MOST),
      };
    },
    committed(changes) {
      const isOfInbox = changes.some(({ writes }) => writes.some(({ type }) => COUNTED.test(type)));
      if (isOfInbox) counted.clear();
    },
  };
}

/** Writes after which there may be more or fewer requests in a part of an inbox. */
const COUNTED = /^(?:request|mailbox)\./;
