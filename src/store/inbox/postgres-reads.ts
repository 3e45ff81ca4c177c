import type { Split } from "../../domain/inbox/inbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { InboxQuery } from "../../ports/store/inbox-reader.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PgValue, PostgresDatabase } from "../postgres/database.ts";
import { type Numbered, named, valuesOf } from "../postgres/numbered-values.ts";
import {
  hasOwnAgents,
  INBOX_COLUMNS,
  type InboxTexts,
  inboxTexts,
  LAST_REQUEST,
  namedIn,
  whoIs,
} from "./inbox-sql.ts";
import { type InboxRow, rowToListedItem } from "./rows.ts";

const MOST = 10_001;

/** What the inbox of one operator knows of a request, looked up for each: `limit` keeps them apart. */
const JOINS = `left join lateral (select * from claims c
    where c.workspace = r.workspace and c.request = r.id limit 1) as c on true
  left join lateral (select * from assignments a
    where a.workspace = r.workspace and a.request = r.id limit 1) as a on true
  left join lateral (select * from deliveries d
    where d.workspace = r.workspace and d.request = r.id and d.operator = $operator
    limit 1) as d on true
  left join lateral (select * from snoozes s
    where s.workspace = r.workspace and s.operator = $operator and s.request = r.id
      and s.until > $now limit 1) as s on true`;

/** A page of requests is chosen before anything is joined to it: no plan may join a whole workspace. */
export function inboxPage(chosen: string, order: string): Numbered {
  return named(`select ${INBOX_COLUMNS}
    from (select r.* from requests r where ${chosen}) as r ${JOINS} order by ${order}`);
}

const atMost = (rows: string) =>
  `(select count(*) from (select 1 ${rows} limit ${MOST}) as counted)`;

function statementsOf({ splits, mine, others, isSnoozed, snoozed, waiting }: InboxTexts) {
  const list = (split: Split) => {
    const { where, order } = splits[split];
    return inboxPage(`${where} order by ${order} limit $limit`, order);
  };
  return {
    list: {
      needs_me: list("needs_me"),
      others: list("others"),
      snoozed: list("snoozed"),
      waiting: list("waiting"),
      done: list("done"),
    },
    count: named(`select
      ${atMost(`from requests r where ${mine} and not ${isSnoozed}`)} as needs_me,
      ${atMost(`from requests r where ${others} and not ${isSnoozed}`)} as others,
      ${atMost(waiting)} as waiting,
      ${atMost(snoozed)} as snoozed`),
  };
}
const PLAIN = statementsOf(inboxTexts("strpos", false));
const WITH_OWN = statementsOf(inboxTexts("strpos", true));
const statementsFor = (query: Pick<InboxQuery, "ownAgents">) =>
  hasOwnAgents(query) ? WITH_OWN : PLAIN;

type Counts = Awaited<ReturnType<Store["countInbox"]>>;

/** What pages of operators ask for with every event. */
export function createInboxReads(
  database: PostgresDatabase,
): Pick<Store, "listInbox" | "countInbox"> {
  const asked = new Map<string, Promise<Counts>>();

  /**
   * Many pages ask at once after one event. The statement begins only when all that ask in one turn
   * of the event loop have asked, so that each sees what was committed before it did.
   */
  function count(text: string, values: readonly PgValue[], workspace: string): Promise<Counts> {
    const place = JSON.stringify([text, values]);
    const known = asked.get(place);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<Counts>();
    setImmediate(() => {
      asked.delete(place);
      database.query<Counts>(workspace, text, values).then(([row]) => {
        if (row === undefined) reject(new Error("A statement that counts gave no row."));
        else resolve(row);
      }, reject);
    });
    asked.set(place, promise);
    return promise;
  }

  return {
    async listInbox(query) {
      const statement = statementsFor(query).list[query.split];
      const values = valuesOf(statement, namedIn(query));
      const rows = await database.query<InboxRow>(query.workspace, statement.text, values);
      return rows.map(rowToListedItem);
    },
    async countInbox({ workspace, now, ...who }) {
      const statement = statementsFor(who).count;
      const values = valuesOf(statement, {
        workspace,
        operator: who.operator.id,
        now: toMs(now),
        before: LAST_REQUEST,
        ...whoIs(who),
      });
      return await count(statement.text, values, workspace);
    },
  };
}
