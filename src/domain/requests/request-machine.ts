import { type Action, isAtLeast } from "../authority/action.ts";
import type { Authorization, Basis, Edit, Vote } from "../authority/authorization.ts";
import { missingVotes } from "../authority/places.ts";
import { EarshotError } from "../errors.ts";
import type { PrincipalId } from "../id.ts";
import { present } from "../present.ts";
import type { Actor } from "../surface.ts";
import { MAX_TIME_MS, type Timestamp, toMs, toTimestamp } from "../timestamp.ts";
import { type AskedBack, withAnsweredBack, withAskedBack } from "./asked-back.ts";
import type { Held } from "./held.ts";
import type { Answer } from "./question.ts";
import type {
  ApprovedRequest,
  AuthorizationRequest,
  OpenAuthorization,
  OpenRequest,
  Request,
} from "./request.ts";
import { closedError, heldError, otherDigest, wrongKind } from "./request-errors.ts";
import { isSameTerms, onTerms, type Terms, termsOf } from "./terms.ts";

/*
 * The life of a request.
 *
 * open
 *   A request is born open, with version 1.
 *   `answer`  → answered: a question, if its time has not run out.
 *   `approve` → open with one more vote, or approved once enough different people have approved the
 *               same digest. The policy says how many, and of whom. An edit makes another action with another
 *               digest, so the earlier votes are void. Votes of people named as withdrawn are
 *               dropped. An approval of any other digest, or a second one by the same person, is
 *               refused. If the existing votes have become enough, any further vote closes it, even
 *               by a person who voted already.
 *   `edit`    → open with another action and without votes, its author's included: the edit is wider
 *               than one person may decide, so others have to approve it.
 *   `redemand` → open under the demand of today's policy, without the votes that it does not count.
 *               If nothing differs, the same value comes back. It approves nothing by itself.
 *   `reject`  → rejected, even after others have approved.
 *   `respond` → responded, even after others have approved: a person answers in place of the tool. It
 *               approves nothing, and the earlier votes count for nothing.
 *   `settle`  → approved or rejected at once, by a rule of the policy or a standing permission.
 *   `revoke`  → open without the vote that its voter takes back. Their edit of the arguments stays,
 *               since others may have looked at nothing else. It is refused for a person who has given
 *               no vote.
 *   `cancel`  → cancelled, if its time has not run out. A held decision goes with it: nobody was told
 *               of it, and an agent may take back what it has no answer to.
 *   `abandon` → abandoned, `assume` → assumed (questions only): by the review.
 *   `reask`   → open, and other people are asked too or instead: by the review.
 *   `ask_back` → open, with what a person asks the agent before they decide. It is refused while the
 *               one before waits for its answer, and beyond `MAX_ASKED_BACK`.
 *   `answer_back` → open, with the agent's answer to that. Each is answered once.
 *               Neither is a vote or an answer, nor changes the action, its votes or its time.
 *   `deliver` → open and expiring `lifeMs` from now: for a question that is shown for the first time.
 *               For anything else the same value comes back.
 *   `expire`  → expired, once `expiresAt` has come; before that, or without `expiresAt`, nothing
 *               happens and the same value comes back.
 *   `hold`    → open with somebody's decision held, if its time has not run out: nobody was told of it,
 *               and its person can take it back. HIGH and CRITICAL are decided at once. While it is held,
 *               nobody decides, gives up or assumes (DECISION_HELD), and the request does not expire.
 *               A vote that is held does not count.
 *   `unhold`  → open as before, by the person who decided, or because the decision does not stand any
 *               more. If the time has run out meanwhile, the request expires next.
 *   `send`    → what the held decision makes of it, as of the moment at which it was made.
 *   The moment `expiresAt` itself is too late: an answer at that very millisecond is refused, even
 *   if nobody has run `expire` yet. So a slow timer never lengthens the life of a request.
 *   A question is never approved, rejected or responded to, and an authorization is never answered: INVALID_INPUT.
 *   Never: a change of the question, the agent, the form or a time of expiry that was set.
 *
 * approved
 *   `revoke`  → rejected by the person who took the approval back, no matter who approved it. Whether
 *               the grant was used is not known here: the commit checks it.
 *   Everything else as below. Never: a return to open, since its agent has been told.
 *
 * answered, rejected, responded, cancelled, expired, abandoned, assumed
 *   Terminal. Nothing changes them: every event but `expire` and `deliver` throws REQUEST_CLOSED, which
 *   says who closed it and when. Those two return the same value, since timers and platforms may be late.
 *   Never: a second answer, a vote, a return to open.
 */
export type RequestEvent =
  | { readonly type: "answer"; readonly answer: Answer; readonly by: Actor }
  | {
      readonly type: "approve";
      readonly vote: Omit<Vote, "at">;
      readonly edit?: EditedAction;
      /** What today's policy demands, if that has changed. */
      readonly terms?: Terms;
      /** People whose earlier votes no longer count. */
      readonly withdrawn?: readonly PrincipalId[];
    }
  | {
      readonly type: "edit";
      readonly edit: EditedAction;
      /** Who made it, for which digest, by which key. */
      readonly vote: Omit<Vote, "at">;
      /** What today's policy demands of the edited action. */
      readonly terms: Terms;
    }
  | {
      readonly type: "redemand";
      readonly terms: Terms;
      readonly withdrawn: readonly PrincipalId[];
    }
  | { readonly type: "revoke"; readonly reason?: string; readonly by: Actor }
  | { readonly type: "reject"; readonly reason?: string; readonly by: Actor }
  | { readonly type: "respond"; readonly response: string; readonly by: Actor }
  | {
      readonly type: "settle";
      readonly outcome: "approved" | "rejected";
      readonly basis: Exclude<Basis, { kind: "people" }>;
      readonly by?: Actor;
      readonly reason?: string;
    }
  | { readonly type: "cancel"; readonly reason?: string; readonly by: Actor }
  | { readonly type: "abandon"; readonly reason?: string; readonly by?: Actor }
  | { readonly type: "assume"; readonly assumption: string; readonly by?: Actor }
  | { readonly type: "hold"; readonly held: Held }
  /** Without a person, since it does not stand. */
  | { readonly type: "unhold"; readonly by?: PrincipalId }
  | { readonly type: "send"; readonly decision: Decision }
  | { readonly type: "reask"; readonly to?: readonly string[] }
  | { readonly type: "ask_back"; readonly asked: Pick<AskedBack, "message" | "text" | "by"> }
  | { readonly type: "answer_back"; readonly text: string; readonly number?: number }
  | { readonly type: "deliver" }
  | { readonly type: "expire" };

/** What a person decides; it can be held for a moment. */
export type Decision = Extract<
  RequestEvent,
  { readonly type: "answer" | "approve" | "edit" | "reject" | "respond" }
>;

/** An action that an operator changed, and the change. */
export interface EditedAction {
  readonly action: Action;
  readonly digest: string;
  readonly patch: Edit["patch"];
}

const TAKES_ANSWER = "It takes an answer, and no approval or rejection.";
const TAKES_DECISION = "It takes no answer: approve or reject it.";

/** The next value, or the same one if nothing happens. Throws REQUEST_CLOSED. */
export function transition(request: Request, event: RequestEvent, now: Timestamp): Request {
  switch (event.type) {
    case "answer":
      return answer(asFree(request, now), event, now);
    case "approve":
      return approve(asAuthorization(asFree(request, now)), event, now);
    case "edit":
      return edit(asAuthorization(asFree(request, now)), event, now);
    case "redemand":
      return redemand(asAuthorization(asOpen(request, now)), event);
    case "reject": {
      const { reason, by } = event;
      const why = reason === undefined ? {} : { reason };
      const open = asAuthorization(asFree(request, now));
      const basis = { kind: "people" } as const;
      return { ...open, ...step(open, now), status: "rejected", basis, ...why, closedBy: by };
    }
    case "respond": {
      const { response, by } = event;
      const open = asAuthorization(asFree(request, now));
      return { ...open, ...step(open, now), status: "responded", response, closedBy: by };
    }
    case "revoke":
      return request.status === "approved"
        ? revokeApproval(request, event, now)
        : revokeVote(asAuthorization(asOpen(request, now)), event);
    case "settle":
      return settle(asAuthorization(asFree(request, now)), event, now);
    case "cancel":
      return cancel(unheld(asOpen(request, now)), event, now);
    case "abandon":
      return abandon(asFree(request, now), event, now);
    case "assume":
      return assume(asFree(request, now), event, now);
    case "hold":
      return hold(request, event, now);
    case "unhold":
      return unhold(asOpen(request, now), event, now);
    case "send":
      return send(asOpen(request, now), event, now);
    case "reask":
      asOpen(request, now);
      return { ...request, to: event.to ?? request.to, version: request.version + 1 };
    case "ask_back": {
      asOpen(request, now);
      const askedBack = withAskedBack(request, { ...event.asked, at: now });
      return { ...request, askedBack, version: request.version + 1 };
    }
    case "answer_back": {
      asOpen(request, now);
      const { text, number } = event;
      const askedBack = withAnsweredBack(request, { text, at: now, ...present({ number }) });
      return { ...request, askedBack, version: request.version + 1 };
    }
    case "deliver":
      return deliver(request, now);
    case "expire":
      return isDue(request, now)
        ? { ...request, ...step(request, now), status: "expired" }
        : request;
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}

/** True for an open request whose time has run out while nobody's decision was held. */
export function isDue(request: Request, now: Timestamp): request is OpenRequest {
  if (request.status !== "open" || request.held !== undefined) return false;
  return request.expiresAt !== undefined && request.expiresAt <= now;
}

type EventOf<T extends RequestEvent["type"]> = Extract<RequestEvent, { type: T }>;

function step(request: OpenRequest, now: Timestamp) {
  return { closedAt: now, version: request.version + 1 };
}

function answer(request: OpenRequest, { answer, by }: EventOf<"answer">, now: Timestamp): Request {
  if (request.kind !== "question") {
    throw wrongKind(request, TAKES_DECISION);
  }
  return { ...request, ...step(request, now), status: "answered", answer, closedBy: by };
}

function approve(
  stored: OpenAuthorization,
  { vote, edit, terms, withdrawn = [] }: EventOf<"approve">,
  now: Timestamp,
): AuthorizationRequest {
  const request = onTerms(stored, terms ?? termsOf(stored), withdrawn);
  const { authorization } = request;
  const { demand } = authorization;
  const before = edit === undefined ? authorization.votes : [];
  const digest = edit?.digest ?? authorization.digest;
  if (vote.digest !== digest) throw otherDigest(request, vote.digest, edit?.digest);
  const others = before.filter(({ by }) => by.principal !== vote.by.principal);
  const missing = missingVotes(demand, before);
  if (others.length < before.length && missing > 0) {
    throw new EarshotError(
      "ALREADY_VOTED",
      `${vote.by.name} has approved ${request.id} before. It waits for ${missing} more.`,
      { details: { id: request.id } },
    );
  }
  const votes = [...others, { ...vote, at: now }];
  const asked =
    edit === undefined ? authorization : edited(authorization, edit, { ...vote, at: now });
  const next = { ...request, authorization: { ...asked, votes } };
  if (missingVotes(demand, votes) > 0) return { ...next, version: request.version + 1 };
  const basis = { kind: "people" } as const;
  return { ...next, ...approval(request, now), basis, closedBy: vote.by };
}

function edit(
  request: OpenAuthorization,
  { edit: wanted, vote, terms: { demand, to } }: EventOf<"edit">,
  now: Timestamp,
): OpenAuthorization {
  if (vote.digest !== wanted.digest) throw otherDigest(request, vote.digest, wanted.digest);
  const authorization = {
    ...edited(request.authorization, wanted, { ...vote, at: now, others: true }),
    demand,
    votes: [],
  };
  return { ...request, to, authorization, version: request.version + 1 };
}

function redemand(
  request: OpenAuthorization,
  { terms, withdrawn }: EventOf<"redemand">,
): OpenAuthorization {
  const next = onTerms(request, terms, withdrawn);
  const isSame =
    isSameTerms(termsOf(request), terms) &&
    next.authorization.votes.length === request.authorization.votes.length;
  return isSame ? request : { ...next, version: request.version + 1 };
}

function revokeApproval(
  { collectBy: _end, ...request }: ApprovedRequest,
  { by, reason }: EventOf<"revoke">,
  now: Timestamp,
): AuthorizationRequest {
  return {
    ...request,
    version: request.version + 1,
    status: "rejected",
    basis: { kind: "people" },
    ...present({ reason }),
    closedAt: now,
    closedBy: by,
    revoked: { approvedAt: request.closedAt },
  };
}

function revokeVote(request: OpenAuthorization, { by }: EventOf<"revoke">): OpenAuthorization {
  const { votes } = request.authorization;
  if (!votes.some((vote) => vote.by.principal === by.principal)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${by.name} has not approved ${request.id}, so they have no approval to take back. To say no, reject it.`,
      { details: { id: request.id } },
    );
  }
  const next = onTerms(request, termsOf(request), [by.principal]);
  return { ...next, version: request.version + 1 };
}

/** The authorization with the edit in it; its votes are those of before. */
export function edited(
  authorization: Authorization,
  { action, digest, patch }: EditedAction,
  { by, at, key, others, note }: Pick<Edit, "by" | "at" | "key" | "others" | "note">,
): Authorization {
  // After several edits, the last one is still compared with the agent's own arguments.
  const asked = authorization.edit ?? {
    args: authorization.action.args,
    digest: authorization.digest,
  };
  // The note of an edit that its author approves as well stands on the vote.
  const words = others === true ? note : undefined;
  const made = { by, at, ...present({ key, others, note: words }) };
  const edit = { ...made, args: asked.args, digest: asked.digest, patch };
  return { ...authorization, action, digest, edit };
}

/** An approval can be collected for as long as people had to decide. */
function approval(request: OpenAuthorization, now: Timestamp) {
  const { expiresAt } = request.authorization.action;
  const lifeMs = toMs(expiresAt) - toMs(request.createdAt);
  const collectBy = toTimestamp(toMs(now) + lifeMs);
  return { ...step(request, now), status: "approved" as const, collectBy };
}

function settle(
  request: OpenAuthorization,
  { outcome, basis, by, reason }: EventOf<"settle">,
  now: Timestamp,
): AuthorizationRequest {
  const who = by === undefined ? {} : { closedBy: by };
  if (outcome === "approved") return { ...request, ...approval(request, now), basis, ...who };
  const why = reason === undefined ? {} : { reason };
  return { ...request, ...step(request, now), status: "rejected", basis, ...why, ...who };
}

function cancel(request: OpenRequest, event: EventOf<"cancel">, now: Timestamp): Request {
  const reason = event.reason === undefined ? {} : { reason: event.reason };
  return { ...request, ...step(request, now), status: "cancelled", ...reason, closedBy: event.by };
}

function abandon(
  request: OpenRequest,
  { reason, by }: EventOf<"abandon">,
  now: Timestamp,
): Request {
  const why = reason === undefined ? {} : { reason };
  const who = by === undefined ? {} : { closedBy: by };
  return { ...request, ...step(request, now), status: "abandoned", ...why, ...who };
}

function assume(request: OpenRequest, event: EventOf<"assume">, now: Timestamp): Request {
  if (request.kind !== "question") {
    throw wrongKind(request, "Nothing is approved on an assumption: approve or reject it.");
  }
  const who = event.by === undefined ? {} : { closedBy: event.by };
  const { assumption } = event;
  return { ...request, ...step(request, now), status: "assumed", assumption, ...who };
}

function deliver(request: Request, now: Timestamp): Request {
  if (request.kind !== "question" || request.status !== "open") return request;
  const { lifeMs, ...rest } = request;
  if (lifeMs === undefined) return request;
  const expiresAt = toTimestamp(Math.min(toMs(now) + lifeMs, MAX_TIME_MS));
  return { ...rest, expiresAt, version: request.version + 1 };
}

function asOpen(request: Request, now: Timestamp): OpenRequest {
  if (request.status !== "open") throw closedError(request);
  const open: OpenRequest = request;
  if (isDue(request, now)) {
    throw closedError({ ...open, status: "expired", closedAt: open.expiresAt ?? now });
  }
  // A request that closes before it was shown has no time left to start.
  if (open.kind !== "question") return open;
  const { lifeMs, ...rest } = open;
  return lifeMs === undefined ? open : rest;
}

/** Open, and nobody's decision is held. */
function asFree(request: Request, now: Timestamp): OpenRequest {
  const open = asOpen(request, now);
  if (open.held !== undefined) throw heldError(open, now);
  return open;
}

function unheld<R extends OpenRequest>({ held: _, ...request }: R): R {
  return request as R;
}

function hold(request: Request, { held }: EventOf<"hold">, now: Timestamp): OpenRequest {
  const open = asFree(request, now);
  const { kind, id } = open;
  if ((kind === "question") !== (held.does === "answer")) {
    throw wrongKind(open, kind === "question" ? TAKES_ANSWER : TAKES_DECISION);
  }
  if (open.kind === "authorization" && isAtLeast(open.authorization.demand.level, "HIGH")) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${id} is ${open.authorization.demand.level}: it is decided at once, and not held.`,
      { details: { id } },
    );
  }
  // Its time has not begun where nobody was shown it, and still may.
  const whole = request as OpenRequest;
  return { ...whole, held, version: whole.version + 1 };
}

function unhold(request: OpenRequest, { by }: EventOf<"unhold">, now: Timestamp): OpenRequest {
  const { id, held } = request;
  if (held === undefined) {
    throw new EarshotError("INVALID_INPUT", `Nothing that was decided on ${id} is held.`, {
      details: { id },
    });
  }
  if (by !== undefined && held.by.principal !== by) throw heldError(request, now);
  return unheld({ ...request, version: request.version + 1 });
}

function send(request: OpenRequest, { decision }: EventOf<"send">, now: Timestamp): Request {
  return transition(unheld(request), decision, request.held?.at ?? now);
}

function asAuthorization(request: OpenRequest): OpenAuthorization {
  if (request.kind === "authorization") return request;
  throw wrongKind(request, TAKES_ANSWER);
}
