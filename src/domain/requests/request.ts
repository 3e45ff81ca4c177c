import type { ApprovalUse } from "../authority/approval-over.ts";
import type { Authorization, Basis, Handed } from "../authority/authorization.ts";
import { EarshotError } from "../errors.ts";
import type { ConversationId, GrantId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import { type AskedBack, unansweredBack } from "./asked-back.ts";
import type { Held } from "./held.ts";
import type { Answer, Question } from "./question.ts";

interface RequestBase {
  readonly id: RequestId;
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  /** The agent's name when it asked. */
  readonly agentName: string;
  readonly conversation: ConversationId;
  /** Names of the operators who are asked; empty for any of them. */
  readonly to: readonly string[];
  /** Goes into the digests of content in the log, so that nobody can guess content from them. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  /** Absent: it stays open until somebody answers or cancels. */
  readonly expiresAt?: Timestamp;
  /** Of an open question that nobody has been shown yet: its time begins when somebody is. */
  readonly lifeMs?: number;
  /**
   * The tool whose call asked. Nobody can count on the caller of a tool to be there still: what
   * becomes of the request is kept in the agent's mailbox until the agent acknowledges it.
   */
  readonly tool?: string;
  /** Called once it is closed, beside what its agent has subscribed. */
  readonly notify?: { readonly url: string };
  /** What people asked its agent before they decide, oldest first; absent if nothing. */
  readonly askedBack?: readonly AskedBack[];
  /** Counts the changes; every change is conditional on the one it has read. */
  readonly version: number;
  /** When its content was erased. A text in its place says so. */
  readonly erasedAt?: Timestamp;
}

/** What its viewers are told of a request beside what is stored. */
interface Told {
  /** Others who ask the same and get the same answer. */
  readonly alsoAskedBy?: readonly Asker[];
  /** The question that is asked in place of this one and gives it its answer. */
  readonly behind?: RequestId;
  /** All keys of its agent are revoked, so perhaps nobody hears the answer. */
  readonly keyRevoked?: true;
  /** Its agent is halted: its calls are not served and nothing of it is approved. */
  readonly agentHalted?: true;
  /** The viewer can neither answer nor approve it. */
  readonly forOthers?: ForOthers;
}

/** The same of a rejected one, once, to the person who rejected it together with what is like it. */
interface ToldRejected {
  /** Unused approvals of its agent that are like it and were taken back with it. */
  readonly alsoRevoked?: readonly RequestId[];
}

export interface ForOthers {
  /** Why it is not for the viewer, in English. */
  readonly why: string;
  /** The reason and what it names, for other languages; absent from an older server. */
  readonly names?: Readonly<Record<string, string>>;
  /** Names of the people who can approve it now; empty if that needs a change first. */
  readonly deciders: readonly string[];
}

/** An agent with its own request, which shares the answer of another. */
export interface Asker {
  readonly id: RequestId;
  readonly agent: PrincipalId;
  readonly agentName: string;
}

interface Asking {
  readonly kind: "question";
  readonly question: Question;
}
interface Authorizing {
  readonly kind: "authorization";
  readonly authorization: Authorization;
}

interface Open {
  readonly status: "open";
  /** Somebody's decision that waits for a moment, in which they can take it back. */
  readonly held?: Held;
}
interface Answered {
  readonly status: "answered";
  readonly answer: Answer;
  readonly closedAt: Timestamp;
  readonly closedBy: Actor;
}
interface Approved {
  readonly status: "approved";
  readonly basis: Basis;
  readonly closedAt: Timestamp;
  /** Who gave the last vote needed, or the permission; absent if a rule decided. */
  readonly closedBy?: Actor;
  /** Until when the agent may collect a grant. */
  readonly collectBy: Timestamp;
}
interface Rejected {
  readonly status: "rejected";
  readonly basis: Basis;
  readonly reason?: string;
  readonly closedAt: Timestamp;
  /** Absent where a rule decided. */
  readonly closedBy?: Actor;
  /** It had been approved, and `closedBy` took that back before it was used. */
  readonly revoked?: { readonly approvedAt: Timestamp };
}
/** A person answered in place of the tool: nothing was approved, and nothing runs. */
interface Responded {
  readonly status: "responded";
  /** The person's words, which their agent goes on with. */
  readonly response: string;
  readonly closedAt: Timestamp;
  readonly closedBy: Actor;
}
interface Cancelled {
  readonly status: "cancelled";
  readonly reason?: string;
  readonly closedAt: Timestamp;
  readonly closedBy: Actor;
}
/** By the review of what nobody answers: it is not waited for any more. */
interface Abandoned {
  readonly status: "abandoned";
  readonly reason?: string;
  readonly closedAt: Timestamp;
  /** Absent where a rule of the review did. */
  readonly closedBy?: Actor;
}
/** By the review: the agent goes on as if this had been answered, and the log says that nobody did. */
interface Assumed {
  readonly status: "assumed";
  readonly assumption: string;
  readonly closedAt: Timestamp;
  /** Absent where a rule of the review did. */
  readonly closedBy?: Actor;
}
interface Expired {
  readonly status: "expired";
  readonly closedAt: Timestamp;
}

type ToldOnceClosed = ToldRejected & ApprovalUse;

/** Stored requests have none of what viewers are told, so a request that was shown is never written. */
type NotTold = { readonly [Field in keyof (Told & ToldOnceClosed)]?: never };

/** Keeps each combination of kind and status apart, so that one tells what the other parts are. */
type Of<Kind, Status, More = NotTold> = Status extends unknown
  ? RequestBase & Kind & Status & More
  : never;

export type QuestionRequest = Of<
  Asking,
  Open | Answered | Cancelled | Expired | Abandoned | Assumed
>;
export type AuthorizationRequest = Of<
  Authorizing,
  Open | Approved | Rejected | Responded | Cancelled | Expired | Abandoned
>;

/** What needs an answer from a person, as it is stored. */
export type Request = QuestionRequest | AuthorizationRequest;
export type RequestKind = Request["kind"];
export type RequestStatus = Request["status"];
export type OpenRequest = Extract<Request, Open>;
export type OpenQuestion = Of<Asking, Open>;
export type OpenAuthorization = Of<Authorizing, Open>;
export type AnsweredRequest = Of<Asking, Answered>;
export type ApprovedRequest = Of<Authorizing, Approved>;
export type RejectedRequest = Of<Authorizing, Rejected>;
export type RespondedRequest = Of<Authorizing, Responded>;
export type ClosedRequest = Exclude<Request, Open>;

/**
 * A request as its viewers are shown it. A stored one can be shown as it is, but a shown one cannot
 * go into `transition` or into a write.
 */
export type ShownRequest =
  | Of<Asking, Open | Answered | Cancelled | Expired | Abandoned | Assumed, Told>
  | Of<Authorizing, Open | Responded | Cancelled | Expired | Abandoned, Told>
  | Of<Authorizing, Approved, Told & ApprovalUse>
  | Of<Authorizing, Rejected, Told & ToldRejected>;

/** One kind of request as its viewers are shown it: `Shown<OpenQuestion>`. */
export type Shown<R extends Request> = R extends unknown
  ? Extract<ShownRequest, Pick<R, "kind" | "status">>
  : never;

export const REQUEST_KINDS = ["question", "authorization"] as const;
export const REQUEST_STATUSES = [
  "open",
  "answered",
  "approved",
  "rejected",
  "responded",
  "expired",
  "cancelled",
  "abandoned",
  "assumed",
] as const;

/** What a wait brings: how the request closed, or `pending` while it is open. */
export interface Waited {
  readonly outcome: "pending" | ClosedRequest["status"];
  readonly request: ShownRequest;
  /** The call has joined an identical request that was there already. */
  readonly joined?: true;
  /** The agent's own question that asks the same and is open: this one asks it again. */
  readonly askedBefore?: RequestId;
  /**
   * It is open, and nobody could be reached on any channel: everything that went out came to nothing.
   * It can still be answered, on the page for one.
   */
  readonly undeliverable?: true;
  /** It is open, and a person asks this before they decide: `answerBack` answers it, once. */
  readonly askedBack?: AskedBack;
  /** The action was allowed and redeemed at once: exactly these arguments may run now. */
  readonly redeemed?: {
    readonly id: GrantId;
    readonly args: JsonObject;
    /** An earlier call with this idempotency key was told the same, and may have run it. */
    readonly repeated?: true;
  };
}

export function waited(request: ShownRequest): Waited {
  if (request.status !== "open") return { outcome: request.status, request };
  const told = untold(request);
  return { outcome: "pending", request: told, ...present({ askedBack: unansweredBack(told) }) };
}

/** As an agent sees it: what somebody decided and can still take back is not told. */
export function untold<R extends ShownRequest>(request: R): R {
  if (request.status !== "open" || request.held === undefined) return request;
  const { held: _, ...rest } = request;
  return rest as R;
}

/** The names of all agents that ask it, whoever asked first before the others. */
export function askerNames({
  agentName,
  alsoAskedBy = [],
}: Pick<ShownRequest, "agentName" | "alsoAskedBy">): readonly string[] {
  return [agentName, ...alsoAskedBy.map((asker) => asker.agentName)];
}

/** Whether the request is asked of this operator: by name, or of any. */
export function isAskedOf(request: ShownRequest, operator: string): boolean {
  return request.to.length === 0 || request.to.includes(operator);
}

/** Who closed it, where somebody did. */
export function closerOf(request: Shown<ClosedRequest>): Actor | undefined {
  return request.status === "expired" ? undefined : request.closedBy;
}

/** All who decided it together, the last of them at the end; empty if no person closed it. */
export function closersOf(
  request: Shown<ApprovedRequest> | Shown<RejectedRequest>,
): readonly (Actor & Handed)[] {
  const { closedBy, basis, authorization } = request;
  if (closedBy === undefined) return [];
  const votes = request.status === "approved" && basis.kind === "people" ? authorization.votes : [];
  const voters = votes.map(({ by, hand, madeBy }) => ({ ...by, ...present({ hand, madeBy }) }));
  const others = voters.filter(({ principal }) => principal !== closedBy.principal);
  const last = voters.find(({ principal }) => principal === closedBy.principal);
  return [...others, last ?? closedBy];
}

/** What those who approved it said beside that, the first vote first; absent if nobody did. */
export function notesOf(request: ShownRequest): readonly Noted[] | undefined {
  if (request.kind !== "authorization") return undefined;
  const notes = request.authorization.votes.flatMap(({ by, note }) =>
    note === undefined ? [] : [{ by: by.name, text: note }],
  );
  return notes.length === 0 ? undefined : notes;
}

/** A person's words beside their approval. */
export interface Noted {
  readonly by: string;
  readonly text: string;
}

/**
 * Whether somebody else has to decide it. If nobody can at the moment, a rejection is all that is
 * left.
 */
export function isForOthers({ forOthers }: Pick<ShownRequest, "forOthers">): boolean {
  return forOthers !== undefined && forOthers.deciders.length > 0;
}

/** Whether it is closed because its approval was taken back. */
export function wasRevoked(request: ShownRequest): boolean {
  return request.status === "rejected" && request.revoked !== undefined;
}

/** The request as a question; throws INVALID_INPUT where it is an authorization. */
export function asQuestion<R extends ShownRequest>(request: R): Extract<R, Asking> {
  if (request.kind !== "question") throw otherKind(request, "question");
  return request as Extract<R, Asking>;
}

/** The request as an authorization; throws INVALID_INPUT where it is a question. */
export function asAuthorization<R extends ShownRequest>(request: R): Extract<R, Authorizing> {
  if (request.kind !== "authorization") throw otherKind(request, "authorization");
  return request as Extract<R, Authorizing>;
}

/** The stored request in what was shown: what is judged or changed by it is not what was told. */
export function storedOf(request: ShownRequest): Request {
  const { alsoAskedBy, behind, keyRevoked, agentHalted, forOthers, ...rest } = request;
  const { usedAt, usableUntil, over, alsoRevoked, ...stored }: typeof rest & ToldOnceClosed = rest;
  return stored as Request;
}

function otherKind({ id, kind }: ShownRequest, wanted: RequestKind): EarshotError {
  return new EarshotError("INVALID_INPUT", `Request ${id} is of kind ${kind}, not ${wanted}.`, {
    details: { id, kind },
  });
}
