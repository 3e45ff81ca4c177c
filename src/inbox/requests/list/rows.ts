import type { RequestId } from "../../../domain/id.ts";
import type { Fold } from "../../../domain/inbox/fold.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Event } from "../../../domain/log/event.ts";
import { CHANGES_WHO_DECIDES } from "../../../domain/log/who-decides-events.ts";
import { present } from "../../../domain/present.ts";
import { unansweredBack } from "../../../domain/requests/asked-back.ts";
import {
  type ApprovedRequest,
  type ClosedRequest,
  type RequestStatus,
  type Shown,
  wasRevoked,
} from "../../../domain/requests/request.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";

/*
 * What events do to the visible rows. Rows never move: a closed one stays in place, marked, and new
 * ones wait until the operator asks for them.
 */

export type Rows = readonly InboxItem[];

const CLOSED_AS: Readonly<Record<string, RequestStatus>> = {
  "request.answered": "answered",
  "request.approved": "approved",
  "request.rejected": "rejected",
  "request.responded": "responded",
  "request.expired": "expired",
  "request.cancelled": "cancelled",
  "request.abandoned": "abandoned",
  "request.assumed": "assumed",
  "request.answered_by_permission": "answered",
  "test.ended": "cancelled",
};

/** What an event says about a visible request, without asking the server. */
export function rowAfter(row: InboxItem, event: Event, myId: string | undefined): InboxItem {
  const status = CLOSED_AS[event.type];
  if (status !== undefined && row.status === "open") {
    return { ...row, status, closedAt: event.at };
  }
  if (event.type === "grant.redeemed") {
    const { usableUntil: _, over: __, ...rest } = row;
    return { ...rest, usedAt: event.at };
  }
  if (event.type === "request.released") {
    const { claim: _, ...rest } = row;
    return rest;
  }
  if (event.type === "delivery.seen" && event.actor === myId) return { ...row, seenAt: event.at };
  return row;
}

/** Whether an event says too little about its request: who it was, and what is left to do. */
export function needsAsking({ type }: Event): boolean {
  return CLOSED_AS[type] !== undefined || ASKED_AFTER.has(type);
}
const ASKED_AFTER: ReadonlySet<string> = new Set([
  "request.claimed",
  "request.assigned",
  "request.unassigned",
  "request.asked_back",
  "request.answered_back",
  "request.decision_held",
  "request.decision_undone",
  "request.decision_dropped",
  "request.approval_voted",
  "request.vote_revoked",
  "request.edited",
  "request.revoked",
  "request.demand_changed",
  "request.snoozed",
  "request.erased",
]);

/** Whether an event can change which requests a split holds, and so its counts. */
export function changesSplits({ type }: Event): boolean {
  return CLOSED_AS[type] !== undefined || COUNTED_AFTER.has(type) || CHANGES_WHO_DECIDES.has(type);
}
const COUNTED_AFTER: ReadonlySet<string> = new Set([
  "request.created",
  "request.approval_voted",
  "request.vote_revoked",
  "request.edited",
  "request.revoked",
  "request.demand_changed",
  "request.snoozed",
  "request.separated",
  "mailbox.acknowledged",
  "grant.redeemed",
]);

/** A row, updated with what the server says about its request now. */
export function rowWith(row: InboxItem, detail: InboxDetail): InboxItem {
  const { request, claim, assignment, snoozedUntil } = detail;
  const { claim: _, snoozedUntil: __, alsoAskedBy: ___, assignment: ____, ...former } = row;
  const { usableUntil: _____, over: ______, held: _______, ...open } = former;
  const { asksAgentSince: ________, ...rest } = open;
  const { alsoAskedBy } = request;
  return {
    ...rest,
    ...present({ alsoAskedBy }),
    ...(request.status !== "open" && closing(request)),
    ...present({
      votes: request.kind === "authorization" ? request.authorization.votes.length : undefined,
      claim,
      assignment,
      held: request.status === "open" ? request.held : undefined,
      asksAgentSince: request.status === "open" ? unansweredBack(request)?.at : undefined,
      isTest: detail.test === undefined ? undefined : (true as const),
      snoozedUntil,
    }),
  };
}

function closing(request: Shown<ClosedRequest>): Partial<InboxItem> {
  const { status, closedAt } = request;
  const by = "closedBy" in request ? request.closedBy : undefined;
  return {
    status,
    closedAt,
    ...present({ closedBy: by, isRevoked: wasRevoked(request) ? (true as const) : undefined }),
    ...(request.status === "approved" && useIn(request)),
  };
}

function useIn({ usedAt, usableUntil, over }: Shown<ApprovedRequest>): Partial<InboxItem> {
  return { ...present({ usedAt, usableUntil, over }) };
}

export function replaced(rows: Rows, id: RequestId, change: (row: InboxItem) => InboxItem): Rows {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (row === undefined) return rows;
  const changed = change(row);
  return changed === row ? rows : rows.with(at, changed);
}

/** The row that names this request among those that share its answer. */
export function leaderIn(rows: Rows, id: RequestId): RequestId | undefined {
  return rows.find(({ alsoAskedBy = [] }) => alsoAskedBy.some((asker) => asker.id === id))?.id;
}

/** Those of a page that are not yet among the rows. */
export function unknown(rows: Rows, page: Rows): Rows {
  const known = new Set(rows.map(({ id }) => id));
  return page.filter(({ id }) => !known.has(id));
}

/** Requests that stand on rows of their own, and what each shares a row with otherwise. */
export type Apart = ReadonlyMap<RequestId, Fold>;

/** Rows, updated with how many requests each stands for according to a page. */
export function refolded(rows: Rows, page: Rows, apart: Apart): Rows {
  const folds = new Map(page.map(({ id, fold }) => [id, fold]));
  return rows.map((row) => {
    const fold = folds.get(row.id);
    const stays = fold === undefined || row.status !== "open" || apart.has(row.id);
    return stays ? row : { ...row, fold };
  });
}

/** Rows, with each of what shares a row there on one of its own, in its place. */
export function setApart(rows: Rows, { ids }: Fold, each: Rows): Rows {
  const group = new Set(ids);
  const now = new Map(each.map((item) => [item.id, item]));
  const alone = rows.map((row) => {
    if (!group.has(row.id)) return row;
    const { fold: _, ...rest } = row;
    return now.get(row.id) ?? rest;
  });
  const behind = alone.findLastIndex(({ id }) => group.has(id)) + 1;
  return [...alone.slice(0, behind), ...unknown(alone, each), ...alone.slice(behind)];
}

/** Rows, with these on one again: the first that is open stands for all. */
export function setTogether(rows: Rows, fold: Fold): Rows {
  const group = new Set(fold.ids);
  const isOne = ({ id, status }: InboxItem) => status === "open" && group.has(id);
  const first = rows.find(isOne);
  return rows.flatMap((row) => {
    if (!isOne(row)) return [row];
    return row === first ? [{ ...row, fold }] : [];
  });
}

/** Where a request stands: on its own row, or on one that it shares. */
export function placeOf(rows: Rows, id: RequestId | undefined): number {
  const own = rows.findIndex((row) => row.id === id);
  return own >= 0 || id === undefined ? own : rows.findIndex((row) => isIn(row, id));
}

/** Of what shares a row with a request, the one behind it. */
export function nextAlike({ ids }: Fold, id: RequestId): RequestId | undefined {
  return ids[ids.indexOf(id) + 1];
}

/**
 * The next open row in that direction; if there is none, the next in the other. One whose agent is to
 * answer first is the last to be offered.
 */
export function nextOpen(rows: Rows, id: RequestId): InboxItem | undefined {
  const at = placeOf(rows, id);
  const after = rows.slice(at + 1);
  const before = rows.slice(0, Math.max(at, 0));
  const isOpen = (row: InboxItem) =>
    row.status === "open" && row.held === undefined && row.id !== id;
  const isMine = (row: InboxItem) => isOpen(row) && row.asksAgentSince === undefined;
  return (
    after.find(isMine) ?? before.findLast(isMine) ?? after.find(isOpen) ?? before.findLast(isOpen)
  );
}

/** Of what shares a row, all but one have none of their own. */
const isIn = ({ fold }: InboxItem, id: RequestId) => fold?.ids.includes(id) === true;
