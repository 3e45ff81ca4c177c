import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { AnswerFile } from "../../domain/forms/file-fields.ts";
import type { ConversationId, KeyId, RequestId } from "../../domain/id.ts";
import type { ActionProof } from "../../domain/log/action-proof.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Key, Principal, PrincipalKind, Right, Role } from "../../domain/people/principal.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { ShownRequest, Waited } from "../../domain/requests/request.ts";
import type { AuditInput, AuditReport, ExportedEvent, ExportInput, RecordState } from "./audit.ts";
import type { Authority } from "./authority.ts";
import type { CallOptions, Page, PageInput } from "./call.ts";
import type { Conversations } from "./conversations.ts";
import type { Devices } from "./devices.ts";
import type { Exchange } from "./exchange.ts";
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
import type { PolicyHistory } from "./policy-history.ts";
import type {
  AnswerInput,
  AskInput,
  CancelInput,
  ListInput,
  ReadFile,
  ReadFileInput,
  RequestDetail,
  UploadFileInput,
  WaitedMany,
  WaitInput,
  WaitManyInput,
} from "./requests.ts";
import type { Review } from "./review.ts";
import type { Runs } from "./runs.ts";
import type { Sessions } from "./sessions.ts";
import type { Signers } from "./signers.ts";
import type { AcceptClockInput, ClockState, Status } from "./status.ts";
import type { Subscriptions } from "./subscriptions.ts";

export interface TellInput {
  readonly text: string;
  readonly conversation?: ConversationId;
  /** The name of the agent to tell it, in the agent's own conversation. */
  readonly agent?: string;
}

export interface EventsInput {
  /** Events after this sequence number; 0, the beginning, if absent. */
  readonly after?: number;
  /** Continues with events as they are appended, until the signal ends it. */
  readonly follow?: boolean;
}

export interface RecordToolCallInput {
  readonly tool: string;
  /** The id of the call; the event is about it. */
  readonly call: string;
  readonly run?: string;
  /** SHA-256 of the canonical arguments, base64url. */
  readonly argsDigest: string;
  /** The `error_type` of a call that failed. */
  readonly error?: string;
}

export interface CreateKeyInput {
  readonly kind: PrincipalKind;
  /** A principal of this kind and name is made if there is none. */
  readonly name: string;
  /** For a person; `approver` if absent. */
  readonly role?: Role;
  /** If absent: all rights that the principal may hold. */
  readonly scopes?: readonly Right[];
  /** For an agent's key: how long its tools wait for a person, 0 to 600,000; see `Key`. */
  readonly holdMs?: number;
  /** For a person's key: it is for scripts that decide. Making one needs a key that is not. */
  readonly unattended?: boolean;
  /** What it is for: 1 to 128 letters, digits, spaces and . _ @ -. */
  readonly label?: string;
  /** From now; it has no end if absent. */
  readonly expiresInMs?: number;
  /** For a key of a person or service: the caller's own passphrase, if they have one. */
  readonly passphrase?: string;
}

export interface RotateKeyInput extends Pick<CreateKeyInput, "expiresInMs" | "passphrase"> {
  readonly id: KeyId;
  /** How long the former key stays good, up to 30 days; 24 hours if absent. */
  readonly overlapMs?: number;
}

/** The only time that a secret is shown. */
export interface CreatedKey {
  readonly key: Key;
  readonly principal: Principal;
  readonly secret: string;
}

export interface RotatedKey extends CreatedKey {
  /** With the end that it has now. */
  readonly former: Key;
}

export interface ListedKey {
  readonly key: Key;
  readonly principal: Principal;
}

export interface Whoami {
  readonly principal: Principal;
  readonly rights: readonly Right[];
  readonly holdMs?: number;
  /** The key is for scripts that decide. */
  readonly unattended?: true;
}

/**
 * Earshot for one principal: the interface that every door calls. It behaves the same in process and
 * over HTTP. All inputs and outputs are plain JSON.
 * @example
 * ```ts
 * import type { Earshot } from "earshot";
 *
 * async function deployed(earshot: Earshot): Promise<boolean> {
 *   const options = [{ label: "Deploy" }, { label: "Wait" }];
 *   const form = { kind: "choice", options } as const;
 *   const { request } = await earshot.ask({ text: "Deploy now?", form });
 *   const waited = await earshot.wait({ id: request.id, holdMs: 50_000 });
 *   return waited.request.status === "answered";
 * }
 * ```
 */
export interface Earshot
  extends Authority<CallOptions>,
    Exchange<CallOptions>,
    PolicyHistory,
    Inbox<CallOptions>,
    Operators<CallOptions>,
    Hub<CallOptions>,
    Subscriptions<CallOptions>,
    Devices<CallOptions>,
    Sessions<CallOptions>,
    Signers<CallOptions>,
    Review<CallOptions>,
    LiaisonDoor<CallOptions>,
    Conversations,
    Runs {
  whoami(): Promise<Whoami>;

  ask(input: AskInput, options?: CallOptions): Promise<Waited>;
  wait(input: WaitInput, options?: CallOptions): Promise<Waited>;
  waitMany(input: WaitManyInput, options?: CallOptions): Promise<WaitedMany>;
  cancel(input: CancelInput, options?: CallOptions): Promise<ShownRequest>;
  answer(input: AnswerInput, options?: CallOptions): Promise<ShownRequest>;
  /**
   * Takes back what the caller decided and what is still held. REQUEST_CLOSED once it counts, and
   * DECISION_HELD for another person's.
   */
  undo(input: { readonly id: RequestId }, options?: CallOptions): Promise<ShownRequest>;
  /** Keeps a file beside an open request, for an answer to name; unnamed, it goes when that closes. */
  uploadFile(input: UploadFileInput, options?: CallOptions): Promise<AnswerFile>;
  /** One file of an answer, or of the evidence. NOT_FOUND for a digest that neither names. */
  readFile(input: ReadFileInput): Promise<ReadFile>;
  /** What stands beside a request, drawn of its bytes. */
  showEvidence(input: {
    readonly id: RequestId;
    /** Such as `de`; English if absent, and where there are no texts in it. */
    readonly language?: string;
  }): Promise<{ readonly items: readonly EvidenceView[] }>;
  list(input?: ListInput): Promise<Page<ShownRequest>>;
  show(input: { readonly id: RequestId }): Promise<RequestDetail>;

  /** The agent's own mailbox; at most 50 items, or `limit`. NOT_ALLOWED for others. */
  mailbox(input?: MailboxInput): Promise<Mailbox>;
  /** Takes items out of the agent's mailbox for good; an item that is already out is no error. */
  acknowledge(
    input: AcknowledgeInput,
    options?: CallOptions,
  ): Promise<{ readonly acknowledged: number }>;

  status(): Promise<Status>;

  clock(): Promise<ClockState>;
  /** Accepts a jump of the system's clock: time goes on from there, and what has ended by then is over. */
  acceptClock(input: AcceptClockInput, options?: CallOptions): Promise<ClockState>;

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
  /** The newest version, or the named one; NOT_FOUND if there is none or it was deleted. */
  readMemory(
    input: MemoryScope & { readonly key: string; readonly version?: number },
  ): Promise<MemoryEntry>;
  listMemory(
    input?: MemoryScope & PageInput & { readonly prefix?: string },
  ): Promise<Page<MemoryItem>>;
  /** Earlier versions stay; NOT_FOUND if there is nothing to delete. */
  deleteMemory(
    input: MemoryScope & { readonly key: string },
    options?: CallOptions,
  ): Promise<MemoryItem>;
  /**
   * At most 100 entries with a match in the key or in a line of the value, one match each. `regex` is
   * RE2 syntax; `literal`, the default, takes the pattern as it is. A pattern has 1 to 256 characters.
   */
  searchMemory(
    input: MemoryScope & { readonly pattern: string; readonly syntax?: "literal" | "regex" },
  ): Promise<MemorySearch>;
  /** The history of a key, newest first. */
  memoryVersions(
    input: MemoryScope & PageInput & { readonly key: string },
  ): Promise<Page<MemoryVersion>>;
  /** Writes an earlier version as the newest. */
  restoreMemory(
    input: MemoryScope & { readonly key: string; readonly version: number },
    options?: CallOptions,
  ): Promise<MemoryEntry>;

  /** Records in the log that an agent called a tool, and whether that went well; never content. */
  recordToolCall(
    input: RecordToolCallInput,
    options?: CallOptions,
  ): Promise<{ readonly seq: number }>;

  /** Resolves once the stream is open; a refusal comes before that. */
  events(input?: EventsInput, options?: CallOptions): Promise<AsyncIterable<Event>>;

  /** The sequence number of the newest event, to follow what comes after it. */
  lastEvent(): Promise<{ readonly seq: number }>;

  /**
   * For a person who cannot get in it makes an invitation: `key.invitation` says until when, and
   * `secret` is good for `acceptInvitation` alone. A key for somebody else who can get in waits for
   * their yes with PERSONS_YES_NEEDED; the same call makes it once they have approved.
   */
  createKey(input: CreateKeyInput, options?: CallOptions): Promise<CreatedKey>;
  /** Makes an invited person's own key, which ends the invitation. It needs no key. */
  acceptInvitation(
    input: { readonly invitation: string },
    options?: CallOptions,
  ): Promise<CreatedKey>;
  /** The keys that the caller may revoke: their own, and those that their rights are for. */
  listKeys(): Promise<{ readonly items: readonly ListedKey[] }>;
  /** Replaces a key by a new one; the former ends after an overlap. */
  rotateKey(input: RotateKeyInput, options?: CallOptions): Promise<RotatedKey>;
  revokeKey(input: { readonly id: KeyId }, options?: CallOptions): Promise<Key>;

  recordState(): Promise<RecordState>;
  /** Lets approvals be used again after the loss that this event tells of. Only a person may. */
  acceptRecord(input: { readonly event: number }, options?: CallOptions): Promise<RecordState>;
  verifyAudit(input?: AuditInput): Promise<AuditReport>;
  exportAudit(input?: ExportInput): Promise<AsyncIterable<ExportedEvent>>;
  /** Seals the log first where that is needed, so that all of it is under a checkpoint. */
  proveAction(input: { readonly id: RequestId }): Promise<ActionProof>;
}
