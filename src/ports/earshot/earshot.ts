import type { ConversationId, KeyId, PrincipalId, RequestId } from "../../domain/id.ts";
import type { ChainReport } from "../../domain/log/chain-check.ts";
import type { Event } from "../../domain/log/event.ts";
import type { ComparedRecord } from "../../domain/log/replay.ts";
import type { Key, Principal, PrincipalKind, Role } from "../../domain/people/principal.ts";
import type { Right } from "../../domain/people/rights.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { Answer, Form } from "../../domain/requests/question.ts";
import type { Request, RequestKind, RequestStatus, Waited } from "../../domain/requests/request.ts";
import type { Surface } from "../../domain/surface.ts";
import type { WrittenSpan } from "../../domain/time-span.ts";
import type { Authority } from "./authority.ts";
import type { Conversations } from "./conversations.ts";
import type { Hub } from "./hub.ts";
import type { Inbox } from "./inbox.ts";
import type { LiaisonDoor } from "./liaison.ts";
import type { AcknowledgeInput, Mailbox, MailboxInput } from "./mailbox.ts";
import type {
  MemoryEntry,
  MemoryItem,
  MemoryScope,
  MemorySearch,
  MemoryVersion,
} from "./memory.ts";
import type { Operators } from "./operators.ts";
import type { Review } from "./review.ts";
import type { Runs } from "./runs.ts";
import type { Sessions } from "./sessions.ts";
import type { Status } from "./status.ts";

/** What every call may carry beside its input. */
export interface CallOptions {
  /**
   * Makes a change happen once: the same key with the same input returns the first result, also
   * after the request has closed; with other input it throws KEY_REUSED. At most 128 characters.
   */
  readonly idempotencyKey?: string;
  /** Ends a wait, which then rejects with its reason, or a stream. It never withdraws what was asked. */
  readonly signal?: AbortSignal;
  /** Where the caller is, recorded as told: `library` in process and `http` over HTTP where absent. */
  readonly via?: Surface;
  /**
   * The origin of the page that calls, as the door to the network has proved it; a passkey is bound
   * to it. Never taken from what a caller says.
   */
  readonly origin?: string;
}

export interface AskInput {
  readonly text: string;
  readonly context?: string;
  /** Absent: any text. */
  readonly form?: Form;
  readonly default?: Answer;
  /** Names of the operators who are asked, or roles as `role:owner`; absent for any of them. */
  readonly to?: readonly string[];
  /** Absent: the agent's own conversation. */
  readonly conversation?: ConversationId;
  /**
   * The tool whose call asks. The request is then kept in the agent's mailbox until acknowledged, and
   * a call with the same content joins it for 24 hours, as long as it is there, instead of asking
   * people again.
   */
  readonly tool?: string;
  /** For a tool's question: what tells it from others, where its content does not. */
  readonly joinKey?: string;
  /** From 1,000 to 366 days. Absent: never. */
  readonly expiresInMs?: number;
  /** When that time begins: `delivery` is once it was shown to somebody. Absent: `asking`. */
  readonly expiresFrom?: "asking" | "delivery";
  /** How long to wait for the answer in this call; 0 where absent, longer ones are cut to the bound. */
  readonly holdMs?: number;
}

export interface WaitInput {
  readonly id: RequestId;
  readonly holdMs?: number;
}

export interface WaitManyInput {
  readonly ids: readonly RequestId[];
  /** `any` (where absent): until one has closed; `all`: until every one has. */
  readonly until?: "any" | "all";
  readonly holdMs?: number;
}

export interface WaitedMany {
  /** `settled` once the condition is met. */
  readonly outcome: "pending" | "settled";
  /** In the order of the ids. */
  readonly requests: readonly Waited[];
}

export interface AnswerInput {
  readonly id: RequestId;
  readonly answer: Answer;
}

export interface CancelInput {
  readonly id: RequestId;
  readonly reason?: string;
}

export interface TellInput {
  readonly text: string;
  readonly conversation?: ConversationId;
  /** The name of the agent to say it to, in its own conversation. */
  readonly agent?: string;
}

/** Days are those of the caller's attention, or UTC, where no zone is named. */
export interface ListInput extends PageInput, WrittenSpan {
  readonly kind?: RequestKind;
  readonly status?: RequestStatus;
  readonly conversation?: ConversationId;
  /** Each of this agent's own, also those that share another's answer; with `each` so of all. */
  readonly agent?: PrincipalId;
  readonly each?: boolean;
  /** Only what asks the caller, by name or as any operator. */
  readonly mine?: boolean;
  /** `newest` where absent. */
  readonly order?: "newest" | "oldest";
}

/** One page; `next` is there while more may follow. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

export interface RequestDetail {
  readonly request: Request;
  /** What the log says about the request, oldest first, at most the first 100 events. */
  readonly history: readonly Event[];
}

export interface PageInput {
  /** The `next` of the page before. */
  readonly cursor?: string;
  /** 1 to 100; 50 where absent. */
  readonly limit?: number;
}

export interface EventsInput {
  /** Events after this sequence number; 0, the beginning, where absent. */
  readonly after?: number;
  /** Goes on with what is appended, until the signal ends it. */
  readonly follow?: boolean;
}

export interface RecordToolCallInput {
  readonly tool: string;
  /** The id of the call, which the event is about. */
  readonly call: string;
  readonly run?: string;
  /** SHA-256 of the canonical arguments, base64url. */
  readonly argsDigest: string;
  /** The `error_type` of a call that failed. */
  readonly error?: string;
}

export interface CreateKeyInput {
  readonly kind: PrincipalKind;
  /** A principal of this kind and name is made where there is none. */
  readonly name: string;
  /** For a person; `approver` where absent. */
  readonly role?: Role;
  /** Absent: all that the principal may hold. */
  readonly scopes?: readonly Right[];
  /** For an agent's key: how long its tools wait for a person, 0 to 600,000; see `Key`. */
  readonly holdMs?: number;
  /** For a person's key: it is for scripts that decide. It takes an owner's own key to make one. */
  readonly unattended?: boolean;
  /** For a key of a person or service: the caller's own, where they have one. */
  readonly passphrase?: string;
}

/** The only moment at which a secret can be seen. */
export interface CreatedKey {
  readonly key: Key;
  readonly principal: Principal;
  readonly secret: string;
}

export interface ListedKey {
  readonly key: Key;
  readonly principal: Principal;
}

/** `head` is worth keeping elsewhere: given back, it shows a later cut of the log. */
export interface AuditReport extends ChainReport {
  /** Of a log that holds: whether the record is what it says. Absent of a log that does not. */
  readonly record?: ComparedRecord;
}

export interface AuditInput {
  /** A head noted earlier, `SEQ:HASH`: the log must still contain it. */
  readonly head?: string;
}

/** One line of an exported log: the event as hashed, and its hash in hexadecimal. */
export interface ExportedEvent {
  readonly event: Event;
  readonly hash: string;
  /** The code of its type, such as `EAR2001`; not part of what is hashed. */
  readonly code: string;
}

export interface Whoami {
  readonly principal: Principal;
  readonly rights: readonly Right[];
  readonly holdMs?: number;
  /** The key is one for scripts that decide. */
  readonly unattended?: true;
}

/**
 * Earshot as one principal sees it: what every door calls. In process and over HTTP it behaves the
 * same. Everything in and out is plain JSON.
 */
export interface Earshot
  extends Authority<CallOptions>,
    Inbox<CallOptions>,
    Operators<CallOptions>,
    Hub<CallOptions>,
    Sessions<CallOptions>,
    Review<CallOptions>,
    LiaisonDoor<CallOptions>,
    Conversations,
    Runs {
  whoami(): Promise<Whoami>;

  ask(input: AskInput, options?: CallOptions): Promise<Waited>;
  wait(input: WaitInput, options?: CallOptions): Promise<Waited>;
  waitMany(input: WaitManyInput, options?: CallOptions): Promise<WaitedMany>;
  cancel(input: CancelInput, options?: CallOptions): Promise<Request>;
  answer(input: AnswerInput, options?: CallOptions): Promise<Request>;
  list(input?: ListInput): Promise<Page<Request>>;
  show(input: { readonly id: RequestId }): Promise<RequestDetail>;

  /** An agent's own; at most 50 items, or `limit`. NOT_ALLOWED for others. */
  mailbox(input?: MailboxInput): Promise<Mailbox>;
  /** Takes items out of the agent's mailbox for good; what has been taken out is no error. */
  acknowledge(
    input: AcknowledgeInput,
    options?: CallOptions,
  ): Promise<{ readonly acknowledged: number }>;

  status(): Promise<Status>;

  tell(input: TellInput, options?: CallOptions): Promise<Message>;
  startConversation(
    input: { readonly title: string },
    options?: CallOptions,
  ): Promise<Conversation>;

  /** Throws INVALID_INPUT for a key that breaks the grammar and QUOTA_EXCEEDED beyond the quota. */
  writeMemory(
    input: MemoryScope & { readonly key: string; readonly value: string },
    options?: CallOptions,
  ): Promise<MemoryEntry>;
  /** The newest version, or the one named; NOT_FOUND where there is none or it was deleted. */
  readMemory(
    input: MemoryScope & { readonly key: string; readonly version?: number },
  ): Promise<MemoryEntry>;
  listMemory(
    input?: MemoryScope & PageInput & { readonly prefix?: string },
  ): Promise<Page<MemoryItem>>;
  /** Earlier versions stay; NOT_FOUND where there is nothing to delete. */
  deleteMemory(
    input: MemoryScope & { readonly key: string },
    options?: CallOptions,
  ): Promise<MemoryItem>;
  /**
   * At most 100 entries whose key or a line of whose value matches, one match each. `regex` is RE2
   * syntax; `literal`, where absent, takes the pattern as it is. A pattern has 1 to 256 characters.
   */
  searchMemory(
    input: MemoryScope & { readonly pattern: string; readonly syntax?: "literal" | "regex" },
  ): Promise<MemorySearch>;
  /** The history of a key, newest first. */
  memoryVersions(
    input: MemoryScope & PageInput & { readonly key: string },
  ): Promise<Page<MemoryVersion>>;
  /** Writes an earlier version again as the newest. */
  restoreMemory(
    input: MemoryScope & { readonly key: string; readonly version: number },
    options?: CallOptions,
  ): Promise<MemoryEntry>;

  /** Puts into the log that an agent called a tool, and whether that went well; never content. */
  recordToolCall(
    input: RecordToolCallInput,
    options?: CallOptions,
  ): Promise<{ readonly seq: number }>;

  /** Resolves once the stream is open; what it refuses, it refuses before. */
  events(input?: EventsInput, options?: CallOptions): Promise<AsyncIterable<Event>>;

  /** The sequence number of the newest event, to follow what comes after it. */
  lastEvent(): Promise<{ readonly seq: number }>;

  createKey(input: CreateKeyInput, options?: CallOptions): Promise<CreatedKey>;
  listKeys(): Promise<{ readonly items: readonly ListedKey[] }>;
  revokeKey(input: { readonly id: KeyId }, options?: CallOptions): Promise<Key>;

  verifyAudit(input?: AuditInput): Promise<AuditReport>;
  exportAudit(input?: { readonly after?: number }): Promise<AsyncIterable<ExportedEvent>>;
}
