import type { LoggedEvent } from "../domain/chain.ts";
import type { Conversation, Message } from "../domain/conversation.ts";
import { type Event, type EventData, type EventType, inOrder } from "../domain/event.ts";
import {
  type ConversationId,
  type KeyId,
  type MessageId,
  ownConversation,
  type PrincipalId,
  type RequestId,
} from "../domain/id.ts";
import type { Key, Principal, PrincipalKind, Role } from "../domain/principal.ts";
import type { Answer, Question } from "../domain/question.ts";
import type { Request } from "../domain/request.ts";
import type { Right } from "../domain/rights.ts";
import type { Actor } from "../domain/surface.ts";
import { toMs, toTimestamp } from "../domain/timestamp.ts";
import type { NewRow, Row } from "./tables.ts";

/* Values to rows and back. A value that went through its row comes out equal. */

export function requestToRow(request: Request): NewRow<"requests"> {
  const { conversation, agent, to, expiresAt } = request;
  return {
    workspace: request.workspace,
    id: request.id,
    status: request.status,
    version: request.version,
    agent,
    agent_name: request.agentName,
    conversation: conversation === ownConversation(agent) ? null : conversation,
    asked: to.length === 0 ? null : JSON.stringify(to),
    question: JSON.stringify(request.question),
    salt: request.salt,
    created_at: toMs(request.createdAt),
    expires_at: expiresAt === undefined ? null : toMs(expiresAt),
    ...closingToRow(request),
    tool: request.tool ?? null,
  };
}

/** The columns that a change of a request may touch. */
export function closingToRow(request: Request) {
  const answer = request.status === "answered" ? JSON.stringify(request.answer) : null;
  const by = request.status === "answered" || request.status === "cancelled";
  return {
    closed_at: request.status === "open" ? null : toMs(request.closedAt),
    closed_by: by ? JSON.stringify(request.closedBy) : null,
    answer,
    reason: request.status === "cancelled" ? (request.reason ?? null) : null,
  };
}

export function rowToRequest(row: Row<"requests">): Request {
  const base = {
    id: row.id as RequestId,
    workspace: row.workspace,
    kind: "question" as const,
    agent: row.agent as PrincipalId,
    agentName: row.agent_name,
    conversation: (row.conversation ?? ownConversation(row.agent as PrincipalId)) as ConversationId,
    to: row.asked === null ? [] : (JSON.parse(row.asked) as string[]),
    question: JSON.parse(row.question) as Question,
    salt: row.salt,
    createdAt: toTimestamp(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: toTimestamp(row.expires_at) }),
    ...(row.tool === null ? {} : { tool: row.tool }),
    version: row.version,
  };
  if (row.closed_at === null) return { ...base, status: "open" };
  const closedAt = toTimestamp(row.closed_at);
  if (row.closed_by === null) return { ...base, status: "expired", closedAt };
  const closedBy = JSON.parse(row.closed_by) as Actor;
  if (row.answer !== null) {
    const answer = JSON.parse(row.answer) as Answer;
    return { ...base, status: "answered", answer, closedAt, closedBy };
  }
  const reason = row.reason === null ? {} : { reason: row.reason };
  return { ...base, status: "cancelled", ...reason, closedAt, closedBy };
}

export function eventToRow(event: Event, hash: Uint8Array): NewRow<"events"> {
  const { workspace, seq, type, at, actor, subject, agent, data } = event;
  return {
    workspace,
    seq,
    type,
    at: toMs(at),
    actor: actor ?? null,
    subject,
    agent: agent ?? null,
    data: data === undefined ? null : JSON.stringify(inOrder(data)),
    hash,
  };
}

export function rowToEvent(row: Omit<Row<"events">, "hash">): Event {
  return {
    workspace: row.workspace,
    seq: row.seq,
    type: row.type as EventType,
    at: toTimestamp(row.at),
    ...(row.actor === null ? {} : { actor: row.actor as PrincipalId }),
    subject: row.subject,
    ...(row.agent === null ? {} : { agent: row.agent as PrincipalId }),
    ...(row.data === null ? {} : { data: JSON.parse(row.data) as EventData }),
  };
}

export function rowToLoggedEvent(row: Row<"events">): LoggedEvent {
  return { event: rowToEvent(row), hash: row.hash };
}

export function messageToRow(message: Message): NewRow<"messages"> {
  return {
    workspace: message.workspace,
    id: message.id,
    conversation: message.conversation,
    sender: JSON.stringify(message.from),
    text: message.text,
    salt: message.salt,
    created_at: toMs(message.createdAt),
    late_answer_to: message.lateAnswerTo ?? null,
  };
}

export function rowToMessage(row: Row<"messages">): Message {
  return {
    id: row.id as MessageId,
    workspace: row.workspace,
    conversation: row.conversation as ConversationId,
    from: JSON.parse(row.sender) as Actor,
    text: row.text,
    salt: row.salt,
    createdAt: toTimestamp(row.created_at),
    ...(row.late_answer_to === null ? {} : { lateAnswerTo: row.late_answer_to as RequestId }),
  };
}

export function conversationToRow(conversation: Conversation): NewRow<"conversations"> {
  const { workspace, id, agent, title, createdAt } = conversation;
  return { workspace, id, agent, title, created_at: toMs(createdAt) };
}

export function rowToConversation(row: Row<"conversations">): Conversation {
  return {
    id: row.id as ConversationId,
    workspace: row.workspace,
    agent: row.agent as PrincipalId,
    title: row.title,
    createdAt: toTimestamp(row.created_at),
  };
}

export function principalToRow(principal: Principal): NewRow<"principals"> {
  const { workspace, id, kind, name, createdAt } = principal;
  const role = principal.kind === "person" ? principal.role : null;
  return { workspace, id, kind, name, role, created_at: toMs(createdAt) };
}

export function rowToPrincipal(row: Row<"principals">): Principal {
  const base = {
    id: row.id as PrincipalId,
    workspace: row.workspace,
    name: row.name,
    createdAt: toTimestamp(row.created_at),
  };
  const kind = row.kind as PrincipalKind;
  return kind === "person" ? { ...base, kind, role: row.role as Role } : { ...base, kind };
}

export function keyToRow(key: Key, secretHash: string): NewRow<"keys"> {
  return {
    workspace: key.workspace,
    id: key.id,
    principal: key.principal,
    secret_hash: secretHash,
    scopes: JSON.stringify(key.scopes),
    created_at: toMs(key.createdAt),
    revoked_at: key.revokedAt === undefined ? null : toMs(key.revokedAt),
    hold_ms: key.holdMs ?? null,
  };
}

export function rowToKey(row: Omit<Row<"keys">, "secret_hash">): Key {
  return {
    id: row.id as KeyId,
    workspace: row.workspace,
    principal: row.principal as PrincipalId,
    scopes: JSON.parse(row.scopes) as Right[],
    ...(row.hold_ms === null ? {} : { holdMs: row.hold_ms }),
    createdAt: toTimestamp(row.created_at),
    ...(row.revoked_at === null ? {} : { revokedAt: toTimestamp(row.revoked_at) }),
  };
}
