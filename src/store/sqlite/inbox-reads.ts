import type { Split } from "../../domain/inbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Change, InboxQuery, Store } from "../../ports/store.ts";
import { type InboxRow, rowToInboxItem } from "../inbox-rows.ts";
import { levelNumber, nameInColumn, roleInColumn } from "../request-rows.ts";
import type { Database } from "./database.ts";

const MOST = 10_001;
const MOST_COUNTS = 1_000;
/** Stands for the end of what does not end; the same text as in the index, which is not used else. */
const ENDS_AT = "coalesce(r.expires_at, 9007199254740991)";
const NEVER_MS = 9_007_199_254_740_991;

/** Requests, with what the inbox of one operator knows of each. */
export const INBOX_ROWS = `select r.*, c.claimed_by, c.claimed_at, d.seen_at, s.until as snoozed_until
  from requests r
  left join claims c on c.workspace = r.workspace and c.request = r.id
  left join deliveries d
    on d.workspace = r.workspace and d.request = r.id and d.operator = $operator
  left join snoozes s
    on s.workspace = r.workspace and s.operator = $operator and s.request = r.id
      and s.until > $now`;
const OPEN = "r.workspace = $workspace and r.status = 'open'";
const IS_MINE = `(r.asked is null or instr(r.asked, $asked) > 0)
  and (r.approvers is null or instr(r.approvers, $asked) > 0 or instr(r.approvers, $role) > 0)
  and (r.voters is null or instr(r.voters, $operator) = 0)`;
const IS_SNOOZED = `exists (select 1 from snoozes z where z.workspace = r.workspace
  and z.operator = $operator and z.request = r.id and z.until > $now)`;
/* The first condition alone tells the engine where in the index to begin. */
const BEHIND = `r.level <= $level and (r.level < $level or ${ENDS_AT} > $ends
  or (${ENDS_AT} = $ends and r.id > $id))`;
const URGENT_FIRST = `order by r.level desc, ${ENDS_AT}, r.id limit $limit`;
const NEWEST_FIRST = "order by r.id desc limit $limit";
/** From the side of the snoozes, which are few. */
const SNOOZED = `from snoozes z
  join requests r on r.workspace = z.workspace and r.id = z.request and r.status = 'open'
  where z.workspace = $workspace and z.operator = $operator and z.until > $now`;
const WAITING = `from mailbox m where m.workspace = $workspace and m.ready_at is not null
  and m.item >= 'req_' and m.item < $before`;

const LIST: Readonly<Record<Split, string>> = {
  needs_me: `${INBOX_ROWS} where ${OPEN} and ${IS_MINE} and not ${IS_SNOOZED}
    and ${BEHIND} ${URGENT_FIRST}`,
  snoozed: `${INBOX_ROWS} where r.workspace = $workspace and r.id in (select r.id ${SNOOZED})
    and ${BEHIND} ${URGENT_FIRST}`,
  waiting: `${INBOX_ROWS} where r.workspace = $workspace
    and r.id in (select m.item ${WAITING} order by m.item desc limit $limit) ${NEWEST_FIRST}`,
  done: `${INBOX_ROWS} where r.workspace = $workspace and r.id < $before and r.status <> 'open'
    and not exists (select 1 from mailbox m
      where m.workspace = r.workspace and m.item = r.id and m.ready_at is not null)
    ${NEWEST_FIRST}`,
};
const COUNT_MINE = `select count(*) as count
  from (select 1 from requests r where ${OPEN} and ${IS_MINE} limit $limit)`;
const COUNT_SNOOZED = `select count(*) as count, coalesce(sum(${IS_MINE}), 0) as mine ${SNOOZED}`;
const COUNT_WAITING = `select count(*) as count from (select 1 ${WAITING} limit $limit)`;

/** Behind every request. */
const LAST = "req`";

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
        waiting: count(COUNT_WAITING, { workspace, before: LAST, limit: MOST }),
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

type Named = Readonly<Record<string, string | number>>;

/** The parameters of the statement of its split: SQLite refuses those that it does not name. */
function namedIn({ workspace, operator, split, now, after, limit }: InboxQuery): Named {
  const looking = { workspace, operator: operator.id, now: toMs(now), limit };
  if (split === "waiting" || split === "done") return { ...looking, before: after?.id ?? LAST };
  const from = after === undefined ? FROM_THE_FIRST : placeOf(after);
  return { ...looking, ...from, ...(split === "needs_me" ? whoIs(operator) : {}) };
}

/** As columns name people. */
function whoIs({ name, role }: InboxQuery["operator"]) {
  return { asked: nameInColumn(name), role: roleInColumn(role) };
}

const FROM_THE_FIRST = { level: Number.MAX_SAFE_INTEGER, ends: 0, id: "" };

function placeOf({ id, level, expiresAt }: NonNullable<InboxQuery["after"]>) {
  const ends = expiresAt === undefined ? NEVER_MS : toMs(expiresAt);
  return { level: levelNumber(level), ends, id };
}
