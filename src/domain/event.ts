import type { MessageId, PrincipalId, WorkspaceId } from "./id.ts";
import type { Timestamp } from "./timestamp.ts";

/** Everything that the log can say; pinned, since readers of the log and of the stream depend on it. */
export const EVENT_MEANINGS = {
  "workspace.created": "a workspace was founded",
  "principal.created": "an agent, a person or a service was made known",
  "key.created": "a key was made",
  "key.revoked": "a key was revoked",
  "conversation.created": "a conversation was opened",
  "message.created": "something was said that needs no answer",
  "request.created": "a person was asked",
  "request.answered": "the first valid answer was given",
  "request.answered_late": "an answer came after the request had closed; its text is a message",
  "request.cancelled": "the request was taken back",
  "request.expired": "the request's time ran out",
  "mailbox.acknowledged": "an agent has taken note of an answer or a message",
  "memory.written": "a memory entry got a value",
  "memory.deleted": "a memory entry was deleted; its earlier versions are kept",
  "memory.restored": "an earlier version of a memory entry was written again as the newest",
  "tool.succeeded": "a tool that an agent had called did its work",
  "tool.failed": "a tool that an agent had called failed",
} as const;
export type EventType = keyof typeof EVENT_MEANINGS;
export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as [EventType, ...EventType[]];

/**
 * What a change appends to the log. It names things by id and content by digest, never content
 * itself, so that content can be erased and the chain still holds.
 */
export interface EventDraft {
  readonly type: EventType;
  readonly at: Timestamp;
  /** Who did it; absent where time did. */
  readonly actor?: PrincipalId;
  /** The id of what it is about. */
  readonly subject: string;
  /** The agent it concerns, which may therefore read it. */
  readonly agent?: PrincipalId;
  readonly data?: EventData;
}

/** The facts of an event by its type; all are optional, since erasure never reaches the log. */
export interface EventData {
  /** Digest of the content with its salt, base64url; `Digest.content` says how it is made. */
  readonly digest?: string;
  readonly via?: string;
  readonly message?: MessageId;
  readonly name?: string;
  readonly kind?: string;
  readonly version?: number;
  /** The version that was restored. */
  readonly from?: number;
  readonly run?: string;
  /** The type of an error. */
  readonly error?: string;
}

/** An appended fact: the draft with its place in the log of its workspace, which has no gaps. */
export interface Event extends EventDraft {
  readonly workspace: WorkspaceId;
  readonly seq: number;
}

/** Whether an agent may read the event: it did it, or it is concerned. */
export function concernsAgent(event: Event, agent: PrincipalId): boolean {
  return event.agent === agent || event.actor === agent;
}

/**
 * The exact text of an event that is hashed: JSON without white space, keys in this order, absent
 * ones left out, `data` in the order of `EventData` and behind it whatever else stands there, so
 * that no fact is shown that the hash does not cover.
 */
export function eventBody(event: Event): string {
  const { workspace, seq, type, at, actor, subject, agent } = event;
  const data = event.data === undefined ? undefined : inOrder(event.data);
  return JSON.stringify({ v: 1, workspace, seq, type, at, actor, subject, agent, data });
}

/** The facts of an event in the order in which they are hashed, stored and exported. */
export function inOrder(data: EventData): EventData {
  const { digest, via, message, name, kind, version, from, run, error } = data;
  const known = { digest, via, message, name, kind, version, from, run, error } as EventData;
  // To take the others apart is dear, and there are none but in a log of another version.
  return Object.keys(data).every((fact) => FACTS.has(fact)) ? known : { ...known, ...data };
}

const FACTS: ReadonlySet<string> = new Set<keyof EventData>([
  ...(["digest", "via", "message", "name", "kind"] as const),
  ...(["version", "from", "run", "error"] as const),
]);
