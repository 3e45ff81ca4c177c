import type { PrincipalId } from "../../domain/id.ts";
import type { Assignment } from "../../domain/inbox/assignment.ts";
import type { Claim, InboxDelivery, InboxItem } from "../../domain/inbox/inbox.ts";
import { askOf, withWords } from "../../domain/inbox/item-words.ts";
import type { SavedReplies } from "../../domain/inbox/saved-replies.ts";
import type { PlantedTest } from "../../domain/planted/planted.ts";
import { present } from "../../domain/present.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import { closerOf, type Request, wasRevoked } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { ListedItem } from "../../ports/store/inbox-reader.ts";
import { rowToRequest } from "../requests/rows.ts";
import type { Row } from "../schema/tables.ts";

/* Deliveries, claims and the rows of an inbox to rows of tables and back. */

export function rowToDelivery(row: Row<"deliveries">): InboxDelivery {
  return {
    operator: row.operator as PrincipalId,
    name: row.name,
    channel: "inbox",
    status: row.seen_at === null ? "sent" : "seen",
    sentAt: toTimestamp(row.sent_at),
    ...present({ seenAt: row.seen_at === null ? undefined : toTimestamp(row.seen_at) }),
  };
}

export function rowToClaim(row: Pick<Row<"claims">, "claimed_by" | "claimed_at">): Claim {
  return { by: JSON.parse(row.claimed_by) as Actor, at: toTimestamp(row.claimed_at) };
}

export function rowToAssignment(
  row: Omit<Row<"assignments">, "workspace" | "request">,
): Assignment {
  return {
    to: { principal: row.operator as PrincipalId, name: row.name },
    by: JSON.parse(row.assigned_by) as Actor,
    at: toTimestamp(row.assigned_at),
  };
}

export function rowToTest(row: Row<"planted">): PlantedTest {
  return JSON.parse(row.body) as PlantedTest;
}

export function rowToReplies({ operator, body }: Row<"saved_replies">): SavedReplies {
  const { answers, reasons } = JSON.parse(body) as Omit<SavedReplies, "operator">;
  return { operator: operator as PrincipalId, answers, reasons };
}

/** A request with what one operator's inbox knows of it. */
export type InboxRow = Row<"requests"> & {
  readonly assignee: string | null;
  readonly assignee_name: string | null;
  readonly assigned_by: string | null;
  readonly assigned_at: number | null;
  readonly claimed_by: string | null;
  readonly claimed_at: number | null;
  readonly seen_at: number | null;
  /** Null where it does not lie in the future. */
  readonly snoozed_until: number | null;
};

export function rowToListedItem(row: InboxRow): ListedItem {
  const request = rowToRequest(row);
  return { ...withWords(toInboxItem(request, row), request), request };
}

export function toInboxItem(request: Request, row: InboxRow): InboxItem {
  const { id, kind, status, agent, agentName, to, conversation, createdAt, expiresAt } = request;
  const closedBy = request.status === "open" ? undefined : closerOf(request);
  return {
    id,
    kind,
    status,
    agent,
    agentName,
    to,
    conversation,
    createdAt,
    ...askOf(request),
    ...present({
      expiresAt,
      closedAt: request.status === "open" ? undefined : request.closedAt,
      closedBy,
    }),
    ...approvalOf(request),
    ...openFacts(request),
    ...claimOf(row),
    ...assignmentOf(row),
    ...present({
      seenAt: row.seen_at === null ? undefined : toTimestamp(row.seen_at),
      snoozedUntil: row.snoozed_until === null ? undefined : toTimestamp(row.snoozed_until),
    }),
  };
}

function openFacts(request: Request): Pick<InboxItem, "held" | "asksAgentSince"> {
  if (request.status !== "open") return {};
  return present({ held: request.held, asksAgentSince: unansweredBack(request)?.at });
}

/** Whether an approval was used is in no row of its own: here stands until when it could be collected. */
function approvalOf(request: Request): Pick<InboxItem, "usableUntil" | "isRevoked"> {
  if (wasRevoked(request)) return { isRevoked: true };
  return request.status === "approved" ? { usableUntil: request.collectBy } : {};
}

function assignmentOf(row: InboxRow): { readonly assignment?: Assignment } {
  const { assignee: operator, assignee_name: name, assigned_by, assigned_at } = row;
  if (operator === null || name === null || assigned_by === null || assigned_at === null) return {};
  return { assignment: rowToAssignment({ operator, name, assigned_by, assigned_at }) };
}

function claimOf({ claimed_by, claimed_at }: InboxRow): { readonly claim?: Claim } {
  if (claimed_by === null || claimed_at === null) return {};
  return { claim: rowToClaim({ claimed_by, claimed_at }) };
}
