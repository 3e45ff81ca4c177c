import type { Split } from "../../domain/inbox/inbox.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { InboxQuery } from "../../ports/store/inbox-reader.ts";
import { isClosedBehind, isOpenBehind, lookedUp } from "../hub/shared-question-sql.ts";
import { levelNumber, nameInColumn, roleInColumn } from "../requests/rows.ts";

/* What is asked of an inbox; `$name` stands for a value. */

/** The function by which an engine finds one text in another, letter for letter. */
export type TextFinder = "instr" | "strpos";

/** Stands for the end of what does not end; the same text as in the index, which is not used else. */
const ENDS_AT = "coalesce(r.expires_at, 9007199254740991)";
const NEVER_MS = 9_007_199_254_740_991;

/** Behind every request. */
export const LAST_REQUEST = "req`";

export const INBOX_COLUMNS = `r.*, c.claimed_by, c.claimed_at, a.operator as assignee,
  a.name as assignee_name, a.assigned_by, a.assigned_at, d.seen_at, s.until as snoozed_until`;
/** What the inbox of one operator knows of requests. */
export const INBOX_JOINS = `left join claims c on c.workspace = r.workspace and c.request = r.id
  left join assignments a on a.workspace = r.workspace and a.request = r.id
  left join deliveries d
    on d.workspace = r.workspace and d.request = r.id and d.operator = $operator
  left join snoozes s
    on s.workspace = r.workspace and s.operator = $operator and s.request = r.id
      and s.until > $now`;

const OPEN = "r.workspace = $workspace and r.status = 'open'";
const IS_SNOOZED = lookedUp(`snoozes z where z.workspace = r.workspace
  and z.operator = $operator and z.request = r.id and z.until > $now`);
const IS_UNREAD = lookedUp(`mailbox m
  where m.workspace = r.workspace and m.item = r.id and m.ready_at is not null`);
/* The first condition alone tells the engine where in the index to begin. */
const BEHIND = `r.level <= $level and (r.level < $level or ${ENDS_AT} > $ends
  or (${ENDS_AT} = $ends and r.id > $id))`;
const URGENT_FIRST = `r.level desc, ${ENDS_AT}, r.id`;
const NEWEST_FIRST = "r.id desc";
/** From the side of the snoozes, which are few. */
const SNOOZED = `from snoozes z
  join requests r on r.workspace = z.workspace and r.id = z.request and r.status = 'open'
  where z.workspace = $workspace and z.operator = $operator and z.until > $now
    and not ${isOpenBehind("r")}`;
const WAITING = `from mailbox m where m.workspace = $workspace and m.ready_at is not null
  and m.item >= 'req_' and m.item < $before`;

/** Which requests `r` stand in a part of an inbox, and in which order. */
export interface SplitText {
  readonly where: string;
  readonly order: string;
}

export interface InboxTexts {
  readonly splits: Readonly<Record<Split, SplitText>>;
  /** Where rows of `r` are open and ask this operator, snoozed or not. */
  readonly mine: string;
  /** Where a row of `r` asks this operator, who can do something about it. */
  readonly isMine: string;
  /** Where a row of `r` asks this operator, and somebody else has to decide. */
  readonly isOthers: string;
  /** Where rows of `r` are open and for others, snoozed or not. */
  readonly others: string;
  /** Where a row of `r` is snoozed. */
  readonly isSnoozed: string;
  /** The open requests that the operator snoozes. */
  readonly snoozed: string;
  readonly waiting: string;
}

/**
 * `hasOwn` where the operator has agents for which others decide, as few have: only then is more asked
 * of a row than its index holds.
 */
export function inboxTexts(finder: TextFinder, hasOwn: boolean): InboxTexts {
  const holds = (column: string, name: string) => `${finder}(r.${column}, $${name}) > 0`;
  const isAsked = `not ${isOpenBehind("r")} and (r.asked is null or ${holds("asked", "asked")})`;
  const isNamed = `(r.approvers is null or ${holds("approvers", "asked")}
    or ${holds("approvers", "role")})`;
  const hasVoted = `(r.voters is not null and ${finder}(r.voters, $operator) > 0)`;
  const isOwn = `(r.kind = 'authorization' and ${finder}($own, r.agent) > 0)`;
  const isForOthers = hasOwn ? `(${hasVoted} or ${isOwn})` : hasVoted;
  const isMine = `(${isAsked} and ${isNamed} and not ${isForOthers})`;
  const isOthers = `(${isAsked} and (not ${isNamed} or ${isForOthers}))`;
  return {
    splits: {
      needs_me: {
        where: `${OPEN} and ${isMine} and not ${IS_SNOOZED} and ${BEHIND}`,
        order: URGENT_FIRST,
      },
      others: {
        where: `${OPEN} and ${isOthers} and not ${IS_SNOOZED} and ${BEHIND}`,
        order: URGENT_FIRST,
      },
      snoozed: {
        where: `r.workspace = $workspace and r.id in (select r.id ${SNOOZED}) and ${BEHIND}`,
        order: URGENT_FIRST,
      },
      waiting: {
        where: `r.workspace = $workspace
          and r.id in (select m.item ${WAITING} order by m.item desc limit $limit)`,
        order: NEWEST_FIRST,
      },
      done: {
        where: `r.workspace = $workspace and r.id < $before and r.status <> 'open'
          and not ${isClosedBehind("r")}
          and not ${IS_UNREAD}`,
        order: NEWEST_FIRST,
      },
    },
    mine: `${OPEN} and ${isMine}`,
    others: `${OPEN} and ${isOthers}`,
    isMine,
    isOthers,
    isSnoozed: IS_SNOOZED,
    snoozed: SNOOZED,
    waiting: WAITING,
  };
}

export type Named = Readonly<Record<string, string | number>>;

/** The values of the statement of a split, and no others: an engine may refuse those. */
export function namedIn(query: InboxQuery): Named {
  const { workspace, operator, split, now, after, limit } = query;
  const asksWhom = split === "needs_me" || split === "others";
  const looking = { workspace, operator: operator.id, now: toMs(now), limit };
  if (split === "waiting" || split === "done") {
    return { ...looking, before: after?.id ?? LAST_REQUEST };
  }
  const from = after === undefined ? FROM_THE_FIRST : placeOf(after);
  return { ...looking, ...from, ...(asksWhom && whoIs(query)) };
}

export function hasOwnAgents({ ownAgents = [] }: Pick<InboxQuery, "ownAgents">): boolean {
  return ownAgents.length > 0;
}

/** As columns name people. */
export function whoIs({ operator, ownAgents = [] }: Pick<InboxQuery, "operator" | "ownAgents">) {
  const { name, role } = operator;
  const own = hasOwnAgents({ ownAgents }) ? { own: ownAgents.join(" ") } : {};
  return { asked: nameInColumn(name), role: roleInColumn(role), ...own };
}

/** A level above all others that every engine's column holds. */
const FROM_THE_FIRST = { level: 1_000, ends: 0, id: "" };

function placeOf({ id, level, expiresAt }: NonNullable<InboxQuery["after"]>) {
  const ends = expiresAt === undefined ? NEVER_MS : toMs(expiresAt);
  return { level: levelNumber(level), ends, id };
}
