import type { Split } from "../../domain/inbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store.ts";
import { type InboxRow, rowToInboxItem } from "../inbox-rows.ts";
import { INBOX_COLUMNS, inboxTexts, LAST_REQUEST, namedIn, whoIs } from "../inbox-texts.ts";
import type { PgValue, PostgresDatabase } from "./database.ts";
import { type Numbered, named, valuesOf } from "./marks.ts";

const MOST = 10_001;

const { splits, mine, isSnoozed, snoozed, waiting } = inboxTexts("strpos");

/** What the inbox of one operator knows of a request, looked up for each: `limit` keeps them apart. */
const JOINS = `left join lateral (select * from claims c
    where c.workspace = r.workspace and c.request = r.id limit 1) as c on true
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

function list(split: Split): Numbered {
  const { where, order } = splits[split];
  return inboxPage(`${where} order by ${order} limit $limit`, order);
}
const LIST: Readonly<Record<Split, Numbered>> = {
  needs_me: list("needs_me"),
  snoozed: list("snoozed"),
  waiting: list("waiting"),
  done: list("done"),
};
const atMost = (rows: string) =>
  `(select count(*) from (select 1 ${rows} limit ${MOST}) as counted)`;
const COUNT = named(`select
  ${atMost(`from requests r where ${mine} and not ${isSnoozed}`)} as needs_me,
  ${atMost(waiting)} as waiting,
  ${atMost(snoozed)} as snoozed`);

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
  function count(values: readonly PgValue[], workspace: string): Promise<Counts> {
    const place = JSON.stringify(values);
    const known = asked.get(place);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<Counts>();
    setImmediate(() => {
      asked.delete(place);
      database.query<Counts>(workspace, COUNT.text, values).then(([row]) => {
        if (row === undefined) reject(new Error("A statement that counts gave no row."));
        else resolve(row);
      }, reject);
    });
    asked.set(place, promise);
    return promise;
  }

  return {
    async listInbox(query) {
      const { text, ...rest } = LIST[query.split];
      const values = valuesOf({ text, ...rest }, namedIn(query));
      const rows = await database.query<InboxRow>(query.workspace, text, values);
      return rows.map(rowToInboxItem);
    },
    async countInbox({ workspace, operator, now }) {
      const values = valuesOf(COUNT, {
        ...{ workspace, operator: operator.id, now: toMs(now), before: LAST_REQUEST },
        ...whoIs(operator),
      });
      return await count(values, workspace);
    },
  };
}
