import type { Split } from "../../domain/inbox/inbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { InboxQuery } from "../../ports/store/inbox-reader.ts";
import type { Change, Store } from "../../ports/store/store.ts";
import { makesStale } from "../../ports/store/write-effects.ts";
import { type Database, withLimit } from "../sqlite/database.ts";
import {
  hasOwnAgents,
  INBOX_COLUMNS,
  INBOX_JOINS,
  type InboxTexts,
  inboxTexts,
  LAST_REQUEST,
  type Named,
  namedIn,
  whoIs,
} from "./inbox-sql.ts";
import { type InboxRow, rowToListedItem } from "./rows.ts";

const MOST = 10_001;
const MOST_COUNTS = 1_000;

/** Requests, with what the inbox of one operator knows of each. */
export const INBOX_ROWS = `select ${INBOX_COLUMNS} from requests r ${INBOX_JOINS}`;

function statementsOf({ splits, mine, isMine, others, isOthers, snoozed, waiting }: InboxTexts) {
  const list = (split: Split) =>
    `${INBOX_ROWS} where ${splits[split].where} order by ${splits[split].order} limit $limit`;
  const count = (rows: string) => `select count(*) as count from (select 1 ${rows} limit $limit)`;
  return {
    list: {
      needs_me: list("needs_me"),
      others: list("others"),
      snoozed: list("snoozed"),
      waiting: list("waiting"),
      done: list("done"),
    },
    mine: count(`from requests r where ${mine}`),
    others: count(`from requests r where ${others}`),
    waiting: count(waiting),
    snoozed: `select count(*) as count, coalesce(sum(${isMine}), 0) as mine,
      coalesce(sum(${isOthers}), 0) as others ${snoozed}`,
  };
}
const PLAIN = statementsOf(inboxTexts("instr", false));
const WITH_OWN = statementsOf(inboxTexts("instr", true));
const statementsFor = (query: Pick<InboxQuery, "ownAgents">) =>
  hasOwnAgents(query) ? WITH_OWN : PLAIN;

/** What pages of operators ask for with every event, as prepared statements. */
export interface InboxReads extends Pick<Store, "listInbox" | "countInbox"> {
  /** Takes up what a batch has put on disk. */
  committed(changes: readonly Change[]): void;
}

export function createInboxReads(db: Database): InboxReads {
  // Many pages ask at once after one event. This process alone writes the file, so that what was
  // counted holds until it writes again; a snooze ends by itself, and is counted each time.
  const counted = new Map<string, number>();

  function count(rows: string, { limit, ...named }: Named & { readonly limit: number }): number {
    const statement = withLimit(rows, limit);
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
      const statement = statementsFor(query).list[query.split];
      const { limit, ...named } = namedIn(query);
      const rows = db.prepare(withLimit(statement, Number(limit))).all(named);
      return (rows as unknown as InboxRow[]).map(rowToListedItem);
    },
    async countInbox({ workspace, now, ...who }) {
      const statements = statementsFor(who);
      const mine = { workspace, operator: who.operator.id, ...whoIs(who) };
      const snoozed = db.prepare(statements.snoozed).get({ ...mine, now: toMs(now) });
      const isMine = Number(snoozed?.["mine"]);
      const isOthers = Number(snoozed?.["others"]);
      return {
        needs_me: count(statements.mine, { ...mine, limit: MOST + isMine }) - isMine,
        others: count(statements.others, { ...mine, limit: MOST + isOthers }) - isOthers,
        waiting: count(statements.waiting, { workspace, before: LAST_REQUEST, limit: MOST }),
        snoozed: Math.min(Number(snoozed?.["count"]), MOST),
      };
    },
    committed(changes) {
      // Most are made while nobody looks.
      if (counted.size === 0) return;
      const isStale = changes.some(({ writes }) =>
        writes.some((write) => makesStale("inbox_counts", write)),
      );
      if (isStale) counted.clear();
    },
  };
}
