import type { RequestId } from "../../../domain/id.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Event } from "../../../domain/log/event.ts";
import { CHANGES_WHO_DECIDES } from "../../../domain/log/who-decides-events.ts";
import { present } from "../../../domain/present.ts";
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
  const { usableUntil: _____, over: ______, held: _______, ...rest } = former;
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

/** Rows, updated with how many requests each stands for according to a page. */
export function refolded(rows: Rows, page: Rows): Rows {
  const folds = new Map(page.map(({ id, fold }) => [id, fold]));
  return rows.map((row) => {
    const fold = folds.get(row.id);
    return fold === undefined || row.status !== "open" ? row : { ...row, fold };
  });
}

/** The other requests that a row stands for. */
export function nextAlike(rows: Rows, id: RequestId): RequestId | undefined {
  const ids = rows.find((row) => isIn(row, id))?.fold?.ids ?? [];
  return ids[ids.indexOf(id) + 1];
}

/**
 * The next open row in that direction; if there is none, the next in the other. One whose agent is to
 * answer first is the last to be offered.
 */
export function nextOpen(rows: Rows, id: RequestId): InboxItem | undefined {
  const at = rows.findIndex((row) => row.id === id || isIn(row, id));
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
