import { LEVELS, type Level } from "../../domain/authority/action.ts";
import type {
  Approvers,
  Authorization,
  Basis,
  Vote,
} from "../../domain/authority/authorization.ts";
import { openApprovers } from "../../domain/authority/places.ts";
import { EarshotError } from "../../domain/errors.ts";
import {
  type ConversationId,
  ownConversation,
  type PrincipalId,
  type RequestId,
} from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Held, HeldCall } from "../../domain/requests/held.ts";
import type { Answer, Question } from "../../domain/requests/question.ts";
import type {
  AuthorizationRequest,
  QuestionRequest,
  RejectedRequest,
  Request,
} from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Requests to rows and back. A round trip gives an equal value. */

type RequestRow = Row<"requests">;

/** How an authorization was decided, as its column holds it. */
interface Decision {
  readonly basis: Basis;
  readonly collectBy?: Timestamp;
  readonly revoked?: RejectedRequest["revoked"];
}

/** How urgent a request is, least first: 1 to 4. A question counts as MEDIUM. */
export function levelNumber(level: Level = "MEDIUM"): number {
  return LEVELS.indexOf(level) + 1;
}

/** The ids of voters, in a column that holds nothing an agent could have written. */
export function votersToColumn(votes: readonly Pick<Vote, "by">[]): string | null {
  return votes.length === 0 ? null : JSON.stringify(votes.map(({ by }) => by.principal));
}

/** The names and roles of a demand, as `nameInColumn` and `roleInColumn` look for them; null for none. */
export function approversToColumn({ names, roles }: Approvers): string | null {
  if (names.length + roles.length === 0) return null;
  return [...names.map(nameInColumn), ...roles.map(roleInColumn)].join(",");
}

/** In quotes; quotes within the name are escaped. */
export function nameInColumn(name: string): string {
  return JSON.stringify(name);
}

/** A person of this name would see requests to the role, which does no harm. */
export function roleInColumn(role: string): string {
  return JSON.stringify(`role:${role}`);
}

/** The columns of every request; a question has no others. */
export function requestToRow(request: Request): NewRow<"requests"> {
  const { conversation, agent, to } = request;
  const question = request.kind === "question" ? request.question : null;
  return {
    workspace: request.workspace,
    id: request.id,
    status: request.status,
    version: request.version,
    agent,
    agent_name: request.agentName,
    conversation: conversation === ownConversation(agent) ? null : conversation,
    asked: askedToColumn(to),
    question: JSON.stringify(question),
    salt: request.salt,
    created_at: toMs(request.createdAt),
    ...timeToRow(request),
    ...closingToRow(request),
    tool: request.tool ?? null,
    notify: request.notify?.url ?? null,
    ...askedBackToRow(request),
  };
}

/** What its agent was asked before the decision. */
export function askedBackToRow({ askedBack }: Pick<Request, "askedBack">) {
  return { asked_back: askedBack === undefined ? null : JSON.stringify(askedBack) };
}

/** When the request expires, or how long it lives once somebody was shown it. */
export function timeToRow({ expiresAt, lifeMs }: Pick<Request, "expiresAt" | "lifeMs">) {
  return {
    expires_at: expiresAt === undefined ? null : toMs(expiresAt),
    life_ms: lifeMs ?? null,
  };
}

/** The columns that a change of a question may touch. */
export function closingToRow(request: Request) {
  if (request.status === "open") {
    return { closed_at: null, closed_by: null, answer: null, reason: null };
  }
  const closedBy = request.status === "expired" ? undefined : request.closedBy;
  return {
    closed_at: toMs(request.closedAt),
    closed_by: closedBy === undefined ? null : JSON.stringify(closedBy),
    answer: request.status === "answered" ? JSON.stringify(request.answer) : null,
    reason: reasonOf(request) ?? null,
  };
}

/** One column holds the reason, the response or the assumption. */
function reasonOf(request: Request): string | undefined {
  switch (request.status) {
    case "cancelled":
    case "rejected":
    case "abandoned":
      return request.reason;
    case "assumed":
      return request.assumption;
    case "responded":
      return request.response;
    default:
      return undefined;
  }
}

/** The further columns that a change of an authorization may touch. */
export function authorizationToRow(request: AuthorizationRequest) {
  const { action, digest, ...rest } = request.authorization;
  return {
    action: JSON.stringify(action),
    digest,
    authorization: JSON.stringify(rest),
    decision: decisionToColumn(request),
    level: levelNumber(rest.demand.level),
    voters: votersToColumn(rest.votes),
    rule: rest.demand.rule,
    approvers: approversToColumn(openApprovers(rest.demand, rest.votes)),
  };
}

function decisionToColumn(request: AuthorizationRequest): string | null {
  if (request.status !== "approved" && request.status !== "rejected") return null;
  const { basis } = request;
  const more =
    request.status === "approved" ? { collectBy: request.collectBy } : revokedPart(request.revoked);
  return JSON.stringify({ basis, ...more } satisfies Decision);
}

function revokedPart(revoked: RejectedRequest["revoked"]) {
  return revoked === undefined ? {} : { revoked };
}

/** Throws if the kind or status of the row is unknown here. */
export function rowToRequest(row: RequestRow): Request {
  switch (row.kind) {
    case "question":
      return rowToQuestion(row);
    case "authorization":
      return rowToAuthorization(row);
    default:
      throw unreadable(row);
  }
}

function rowToBase(row: RequestRow) {
  const agent = row.agent as PrincipalId;
  return {
    id: row.id as RequestId,
    workspace: row.workspace,
    agent,
    agentName: row.agent_name,
    conversation: (row.conversation ?? ownConversation(agent)) as ConversationId,
    to: row.asked === null ? [] : (JSON.parse(row.asked) as string[]),
    salt: row.salt,
    createdAt: toTimestamp(row.created_at),
    ...present({
      expiresAt: row.expires_at === null ? undefined : toTimestamp(row.expires_at),
      lifeMs: row.life_ms ?? undefined,
      tool: row.tool ?? undefined,
      notify: row.notify === null ? undefined : { url: row.notify },
      askedBack:
        row.asked_back === null ? undefined : (JSON.parse(row.asked_back) as Request["askedBack"]),
    }),
    version: row.version,
    ...present({ erasedAt: row.erased_at === null ? undefined : toTimestamp(row.erased_at) }),
  };
}

function rowToQuestion(row: RequestRow): QuestionRequest {
  const question = JSON.parse(row.question) as Question;
  const base = { ...rowToBase(row), kind: "question" as const, question };
  if (row.status === "assumed") {
    const assumption = required(row, "reason");
    return { ...base, status: "assumed", assumption, ...closed(row), ...closerIfAny(row) };
  }
  if (row.status !== "answered") return { ...base, ...undecided(row) };
  const answer = parsed<Answer>(row, "answer");
  return { ...base, status: "answered", answer, ...closed(row), closedBy: closer(row) };
}

function rowToAuthorization(row: RequestRow): AuthorizationRequest {
  const stored = parsed<Omit<Authorization, "action" | "digest">>(row, "authorization");
  const authorization: Authorization = {
    ...stored,
    votes: stored.votes.map(withHand),
    action: parsed<Authorization["action"]>(row, "action"),
    digest: required(row, "digest"),
  };
  const base = { ...rowToBase(row), kind: "authorization" as const, authorization };
  if (row.status === "responded") {
    const response = required(row, "reason");
    return { ...base, status: "responded", response, ...closed(row), closedBy: closer(row) };
  }
  if (row.status !== "approved" && row.status !== "rejected") {
    return { ...base, ...undecided(row) };
  }
  const { basis, collectBy, revoked } = parsed<Decision>(row, "decision");
  const end = { ...base, basis, ...closed(row), ...closerIfAny(row) };
  if (row.status === "rejected") {
    return { ...end, status: "rejected", ...reason(row), ...revokedPart(revoked) };
  }
  if (collectBy === undefined) throw unreadable(row);
  return { ...end, status: "approved", collectBy };
}

/** Before votes had a hand they said only that a key for scripts gave them. */
function withHand(vote: Vote & { readonly unattended?: true }): Vote {
  const { unattended, ...rest } = vote;
  return unattended === true ? { ...rest, hand: "unattended" } : vote;
}

/** The states that both kinds share: open, or ended without a decision. */
function undecided(row: RequestRow) {
  switch (row.status) {
    case "open":
      return { status: "open" as const, ...heldOf(row) };
    case "expired":
      return { status: "expired" as const, ...closed(row) };
    case "cancelled":
      return {
        status: "cancelled" as const,
        ...reason(row),
        ...closed(row),
        closedBy: closer(row),
      };
    case "abandoned":
      return { status: "abandoned" as const, ...reason(row), ...closed(row), ...closerIfAny(row) };
    default:
      throw unreadable(row);
  }
}

/** What stands in a column while a decision is held. */
type HeldColumn = Omit<Held, "until"> & HeldCall;

function heldOf({ held, held_until }: RequestRow): { readonly held?: Held } {
  if (held === null || held_until === null) return {};
  const { by, does, at } = JSON.parse(held) as HeldColumn;
  return { held: { by, does, at, until: toTimestamp(held_until) } };
}

/** What is to be done once the decision of the row is sent. */
export function heldCallOf(row: RequestRow): HeldCall {
  const { key, input } = JSON.parse(row.held ?? raise(row)) as HeldColumn;
  return { input, ...present({ key }) };
}

/** The held decision; without its call, what stands there stays. */
export function heldToRow(request: Request, call: HeldCall | undefined) {
  const held = request.status === "open" ? request.held : undefined;
  if (held === undefined) return { held: null, held_until: null };
  const { until, ...rest } = held;
  const column: HeldColumn | undefined = call && { ...rest, ...call };
  return {
    held: column === undefined ? null : JSON.stringify(column),
    held_until: toMs(until),
  };
}

function closed(row: RequestRow) {
  if (row.closed_at === null) throw unreadable(row);
  return { closedAt: toTimestamp(row.closed_at) };
}

function closer(row: RequestRow): Actor {
  return parsed<Actor>(row, "closed_by");
}

function closerIfAny(row: RequestRow) {
  return row.closed_by === null ? {} : { closedBy: closer(row) };
}

function reason(row: RequestRow) {
  return row.reason === null ? {} : { reason: row.reason };
}

type TextColumn =
  | "reason"
  | "answer"
  | "closed_by"
  | "action"
  | "digest"
  | "authorization"
  | "decision";

function parsed<T>(row: RequestRow, column: TextColumn): T {
  return JSON.parse(required(row, column)) as T;
}

function required(row: RequestRow, column: TextColumn): string {
  return row[column] ?? raise(row);
}

function raise(row: RequestRow): never {
  throw unreadable(row);
}

/** Repeating the call reads the same row, so this is no trouble of the store that passes. */
function unreadable({ id, kind, status }: RequestRow): EarshotError {
  return new EarshotError(
    "RECORD_CHANGED",
    `The row of ${id} (${kind}, ${status}) cannot be read: it lacks a value, or is of an unknown kind or status. Somebody changed the record, or it is damaged. Which rows are so: npx earshot audit verify. A backup has them as they were: npx earshot restore.`,
    { details: { id } },
  );
}

/** The people it asks; null for anybody. */
export function askedToColumn(to: readonly string[]): string | null {
  return to.length === 0 ? null : JSON.stringify(to);
}
