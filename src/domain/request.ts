import type { ConversationId, PrincipalId, RequestId, WorkspaceId } from "./id.ts";
import type { Answer, Question } from "./question.ts";
import type { Actor } from "./surface.ts";
import type { Timestamp } from "./timestamp.ts";

interface RequestBase {
  readonly id: RequestId;
  readonly workspace: WorkspaceId;
  readonly kind: "question";
  readonly agent: PrincipalId;
  /** The agent's name when it asked. */
  readonly agentName: string;
  readonly conversation: ConversationId;
  /** Names of the operators who are asked; empty for any of them. */
  readonly to: readonly string[];
  readonly question: Question;
  /** Goes into the digests of question and answer in the log, so that nobody can guess content from them. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  /** Absent: it stays open until somebody answers or cancels. */
  readonly expiresAt?: Timestamp;
  /**
   * The tool whose call asked. Nobody can count on the caller of a tool to be there still: what
   * becomes of the request is kept in the agent's mailbox until the agent acknowledges it.
   */
  readonly tool?: string;
  /** Counts the changes; every change is conditional on the one it has read. */
  readonly version: number;
}

export interface OpenRequest extends RequestBase {
  readonly status: "open";
}
export interface AnsweredRequest extends RequestBase {
  readonly status: "answered";
  readonly answer: Answer;
  readonly closedAt: Timestamp;
  readonly closedBy: Actor;
}
export interface CancelledRequest extends RequestBase {
  readonly status: "cancelled";
  readonly reason?: string;
  readonly closedAt: Timestamp;
  readonly closedBy: Actor;
}
export interface ExpiredRequest extends RequestBase {
  readonly status: "expired";
  readonly closedAt: Timestamp;
}

/** What needs an answer from a person. */
export type Request = OpenRequest | AnsweredRequest | CancelledRequest | ExpiredRequest;
export type RequestStatus = Request["status"];
export type ClosedRequest = Exclude<Request, OpenRequest>;

export const REQUEST_STATUSES = ["open", "answered", "expired", "cancelled"] as const;

/** What a wait brings: how the request closed, or `pending` while it is open. */
export interface Waited {
  readonly outcome: "pending" | ClosedRequest["status"];
  readonly request: Request;
  /** The call has joined an identical request that was there already. */
  readonly joined?: true;
}

export function waited(request: Request): Waited {
  return { outcome: request.status === "open" ? "pending" : request.status, request };
}

/** Whether the request is asked of this operator: by name, or of any. */
export function isAskedOf(request: Request, operator: string): boolean {
  return request.to.length === 0 || request.to.includes(operator);
}
