import type { Level } from "../../domain/authority/action.ts";
import type { GrantRecord } from "../../domain/authority/grant.ts";
import type { ToolDefinition, ToolPin } from "../../domain/authority/tool-definition.ts";
import type { ToolOffer } from "../../domain/authority/tool-offer.ts";
import type {
  ConversationId,
  GrantId,
  MessageId,
  PermissionId,
  PrincipalId,
  RequestId,
  WorkspaceId,
} from "../../domain/id.ts";
import type { Assignment } from "../../domain/inbox/assignment.ts";
import type { Claim, InboxDelivery } from "../../domain/inbox/inbox.ts";
import type { SavedReplies } from "../../domain/inbox/saved-replies.ts";
import type { ChainHead, LoggedEvent } from "../../domain/log/chain.ts";
import type { Event, EventDraft } from "../../domain/log/event.ts";
import type { LostHead, SetBack } from "../../domain/log/set-back.ts";
import type {
  MemoryPlace,
  MemoryRecord,
  MemoryRef,
  MemoryUsage,
} from "../../domain/memory/memory.ts";
import type { Key, Principal, PrincipalKind } from "../../domain/people/principal.ts";
import type { PlantedTest } from "../../domain/planted/planted.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { HeldCall } from "../../domain/requests/held.ts";
import type { MailboxItem, MailboxRef } from "../../domain/requests/mailbox.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { Checkpoint } from "../earshot/authority.ts";
import type { Words } from "../earshot/words.ts";
import type { TallyCount } from "../system/tally.ts";
import type { ContentStore } from "./content-store.ts";
import type { InboxQuery, ListedItem } from "./inbox-reader.ts";
import type { Leases } from "./lease.ts";
import type { LiaisonStore } from "./liaison-store.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestQuery } from "./request-query.ts";
import type { AgedRows } from "./retention.ts";
import type { SessionStore } from "./session-store.ts";
import type { StoredPasskey, StoredPolicy, StoredStatement, Ticket, Write } from "./write.ts";

export type {
  GrantConditions,
  InboxNote,
  StoredPasskey,
  StoredPolicy,
  StoredStatement,
  Ticket,
  Write,
} from "./write.ts";

/** Makes a change happen once for its key. It keeps what the change was about and its result. */
export interface Once {
  readonly principal: PrincipalId;
  readonly key: string;
  /** The operation and its content; the same key with another digest is refused. */
  readonly digest: string;
  /** The id that the change made or changed, returned to whoever repeats it. */
  readonly result: string;
}

/** What commits together or not at all. A change that only counts appends no event. */
export interface Change {
  readonly workspace: WorkspaceId;
  readonly once?: Once;
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/** Named moments of a commit, for tests that end the process at the worst of them. */
export type CommitPoint = "before_commit" | "after_commit";

export type CommitResult =
  | { readonly outcome: "committed"; readonly events: readonly Event[] }
  /** An insert or update found other rows than it expected; nothing of the change was written. */
  | { readonly outcome: "conflict" }
  /** The key was used before for the same content; `result` is what came of it. */
  | { readonly outcome: "replayed"; readonly result: string }
  | { readonly outcome: "key_reused" }
  /** The store refused this change alone; nothing of it was written. */
  | { readonly outcome: "failed"; readonly error: unknown };

/** Hears of every change that is on disk, before the caller does. */
export type CommitListener = (change: Change, result: CommitResult) => void;

export interface KeyOwner {
  readonly key: Key;
  readonly principal: Principal;
}

export interface HashedKey extends KeyOwner {
  readonly secretHash: string;
}

/**
 * The durable record. `commit` resolves when everything in it is on disk; it rejects with
 * STORE_UNAVAILABLE when nothing of it was written, and then the same changes may be tried again.
 * Reads see every commit that has resolved.
 */
export interface Store
  extends Leases,
    Outbox,
    SessionStore,
    LiaisonStore,
    ContentStore,
    AgedRows,
    Words {
  /**
   * Writes many changes with one physical commit. A change that fails does not affect the others.
   * Results are in the order of the changes.
   */
  commit(changes: readonly Change[]): Promise<readonly CommitResult[]>;
  /** How many commits may be under way at the same time; one if absent. */
  readonly commitsAtOnce?: number;

  /** What a key was used for, if it was used. */
  findOnce(
    by: Pick<Once, "principal" | "key"> & { workspace: WorkspaceId },
  ): Promise<Once | undefined>;

  findRequest(workspace: WorkspaceId, id: RequestId): Promise<Request | undefined>;
  listRequests(query: RequestQuery): Promise<readonly Request[]>;
  /** Open requests of all workspaces whose time ends at or before `at`, earliest first. */
  dueRequests(at: Timestamp, limit: number): Promise<readonly Request[]>;
  /** When the next open request of any workspace expires. */
  nextExpiry(): Promise<Timestamp | undefined>;
  /** In any workspace: whose held decision is to be sent by `at`, the earliest first. */
  heldRequests(
    at: Timestamp,
    limit: number,
  ): Promise<readonly { readonly request: Request; readonly call: HeldCall }[]>;
  /** When the next held decision is sent. */
  nextHeld(): Promise<Timestamp | undefined>;
  /** How many requests of the workspace, or of one agent, are open; reads each of them. */
  countOpen(workspace: WorkspaceId, agent?: PrincipalId): Promise<number>;

  /** How many authorizations of the workspace, or of one agent, are open. */
  countOpenAuthorizations(workspace: WorkspaceId, agent?: PrincipalId): Promise<number>;
  /** When the oldest open authorization of each level was sought, of levels that have one. */
  oldestAuthorizations(workspace: WorkspaceId): Promise<ReadonlyMap<Level, Timestamp>>;
  /** The secret arguments of an authorization, encrypted, if it has any. */
  findSealed(workspace: WorkspaceId, id: RequestId): Promise<string | undefined>;
  /** The span in which a request was asked, as its insert named it; see `TraceParent`. */
  findTrace(workspace: WorkspaceId, id: RequestId): Promise<string | undefined>;

  /** The grant of a request, used or not. */
  findGrant(workspace: WorkspaceId, request: RequestId): Promise<GrantRecord | undefined>;
  /** The grants of several requests, where they exist. */
  findGrants(
    workspace: WorkspaceId,
    requests: readonly RequestId[],
  ): Promise<readonly GrantRecord[]>;
  findPermission(workspace: WorkspaceId, id: PermissionId): Promise<Permission | undefined>;
  /** The permissions of the workspace or of one agent, newest first, revoked and ended ones included. */
  listPermissions(workspace: WorkspaceId, agent?: PrincipalId): Promise<readonly Permission[]>;
  /** The policy in force. */
  currentPolicy(workspace: WorkspaceId): Promise<StoredPolicy | undefined>;
  findPolicy(workspace: WorkspaceId, revision: string): Promise<StoredPolicy | undefined>;
  findToolPin(by: {
    workspace: WorkspaceId;
    agent: PrincipalId;
    tool: string;
  }): Promise<string | undefined>;
  /** The tools that each agent knows, with what they say of themselves where that was told. */
  listToolPins(workspace: WorkspaceId): Promise<readonly ToolPin[]>;
  /** What each server has offered the agent. */
  toolOffers(workspace: WorkspaceId, agent: PrincipalId): Promise<readonly ToolOffer[]>;
  findToolDefinition(workspace: WorkspaceId, hash: string): Promise<ToolDefinition | undefined>;
  findPassphrase(workspace: WorkspaceId, principal: PrincipalId): Promise<string | undefined>;
  findPrincipal(workspace: WorkspaceId, id: PrincipalId): Promise<Principal | undefined>;
  /** What a person has to accept before an approval is used; undefined if there is nothing. */
  findSetBack(workspace: WorkspaceId): Promise<SetBack | undefined>;
  /** That another server has become the database; undefined if none has since the record began. */
  promotion(): Promise<Promotion | undefined>;
  /**
   * Makes the record safe to go on after it lost this head: every approval that could have been used
   * is void, and none is used until a person accepts that. Undefined, with nothing changed, if the
   * log already says why the head is missing. Over SQLite, call it before anything else is committed.
   */
  settleLoss(loss: SettleLoss): Promise<SetBack | undefined>;
  /** The newest checkpoint of the log. */
  lastCheckpoint(workspace: WorkspaceId): Promise<Checkpoint | undefined>;

  /** The chain of signers behind an entry, in order; 0 for all of it. */
  signerEntries(workspace: WorkspaceId, after: number): Promise<readonly SignerEntry[]>;
  /** What people have signed about something. */
  listStatements(workspace: WorkspaceId, subject: string): Promise<readonly StoredStatement[]>;

  /** The item of the agent whose entry has this digest. */
  findMailboxItem(by: {
    workspace: WorkspaceId;
    agent: PrincipalId;
    digest: string;
  }): Promise<MailboxItem | undefined>;
  /** Items that are ready, and how many there are in all; 1,001 means more than 1,000. */
  listMailbox(query: MailboxQuery): Promise<{
    readonly items: readonly MailboxItem[];
    readonly count: number;
  }>;
  /** Which of these items are ready. */
  readyItems(
    by: Pick<MailboxRef, "workspace" | "agent">,
    items: readonly MailboxItem[],
  ): Promise<readonly MailboxItem[]>;

  /** The counts of this workspace and of no workspace, in buckets that begin at `since` or later. */
  tallySince(by: { workspace: WorkspaceId; since: Timestamp }): Promise<readonly TallyCount[]>;

  /** A ticket by the hash of its token, in any workspace, expired or not. */
  findTicket(hash: string): Promise<Ticket | undefined>;
  /** The tickets of one purpose, expired or not. */
  listTickets(workspace: WorkspaceId, purpose: Ticket["purpose"]): Promise<readonly Ticket[]>;
  /** A passkey by the id from its authenticator, in any workspace. */
  findPasskey(credentialId: string): Promise<StoredPasskey | undefined>;
  /** The passkeys of the workspace or of one person. */
  listPasskeys(workspace: WorkspaceId, of?: PrincipalId): Promise<readonly StoredPasskey[]>;
  /** All principals of one kind, by name. */
  listPrincipals(workspace: WorkspaceId, kind: PrincipalKind): Promise<readonly Principal[]>;

  /** A part of an operator's inbox, in its order; see `InboxPage`. */
  listInbox(query: InboxQuery): Promise<readonly ListedItem[]>;
  /** Each count goes up to 10,001. */
  countInbox(query: Pick<InboxQuery, "workspace" | "operator" | "ownAgents" | "now">): Promise<{
    readonly needs_me: number;
    readonly others: number;
    readonly waiting: number;
    readonly snoozed: number;
  }>;
  findClaim(workspace: WorkspaceId, request: RequestId): Promise<Claim | undefined>;
  findAssignment(workspace: WorkspaceId, request: RequestId): Promise<Assignment | undefined>;
  findReplies(workspace: WorkspaceId, operator: PrincipalId): Promise<SavedReplies | undefined>;
  findTest(workspace: WorkspaceId, id: RequestId): Promise<PlantedTest | undefined>;
  /** Planted since then, of one person or of all; the newest first, at most 1,000. */
  listTests(
    workspace: WorkspaceId,
    of: { readonly since: Timestamp; readonly operator?: PrincipalId | undefined },
  ): Promise<readonly PlantedTest[]>;
  listDeliveries(workspace: WorkspaceId, request: RequestId): Promise<readonly InboxDelivery[]>;
  findSnooze(by: {
    workspace: WorkspaceId;
    request: RequestId;
    operator: PrincipalId;
  }): Promise<Timestamp | undefined>;

  findConversation(workspace: WorkspaceId, id: ConversationId): Promise<Conversation | undefined>;
  listConversations(query: ConversationQuery): Promise<readonly Conversation[]>;
  /** The conversation with the newest message comes first. */
  latestConversations(query: LatestQuery): Promise<readonly LatestConversation[]>;
  findMessage(workspace: WorkspaceId, id: MessageId): Promise<Message | undefined>;
  listMessages(query: MessageQuery): Promise<readonly Message[]>;

  /** The newest version; without a value, the entry was deleted. */
  findMemory(ref: MemoryRef): Promise<MemoryRecord | undefined>;
  /** One version, if it is still kept. */
  findMemoryVersion(ref: MemoryRef, version: number): Promise<MemoryRecord | undefined>;
  /** What a change of the entry builds on, without the value. */
  memoryState(ref: MemoryRef): Promise<MemoryState>;
  /** Entries with a value, by key. */
  listMemory(query: MemoryQuery): Promise<readonly MemoryRecord[]>;
  /** The versions of one entry, newest first. */
  listMemoryVersions(query: MemoryVersionQuery): Promise<readonly MemoryRecord[]>;

  findKeyOwner(secretHash: string): Promise<KeyOwner | undefined>;
  findPrincipalByName(by: {
    workspace: WorkspaceId;
    kind: PrincipalKind;
    name: string;
  }): Promise<Principal | undefined>;
  /** Keys and web sessions, ended ones too. An invitation lets nobody in and is none of them. */
  listKeys(workspace: WorkspaceId): Promise<readonly KeyOwner[]>;
  /** All of them, accepted and ended ones too. */
  listInvitations(workspace: WorkspaceId): Promise<readonly KeyOwner[]>;
  /** Valid keys of all workspaces that permit reading the metrics; no web sessions. */
  scrapeKeys(): Promise<readonly HashedKey[]>;

  /** Events with a sequence number above `after`, in order. */
  readEvents(query: EventQuery): Promise<readonly Event[]>;
  /** The log as it is stored, for verification and export. */
  readLog(query: EventQuery): Promise<readonly LoggedEvent[]>;
  /**
   * The Merkle tree over the bodies of the events behind `after`, and the last of them. Undefined if
   * one of them is missing.
   */
  readTree(query: TreeQuery): Promise<LogTree | undefined>;
  /** The newest event of a workspace. */
  head(workspace: WorkspaceId): Promise<ChainHead>;
  listWorkspaces(): Promise<readonly WorkspaceId[]>;
  /** How many migrations of the tables this version knows, and how many a newer one has added. */
  countMigrations(): Promise<{ readonly known: number; readonly unknown: number }>;

  /** Proves that a write can reach the disk; otherwise rejects with STORE_UNAVAILABLE. */
  check(): Promise<void>;
  /** False once it was closed: no call will ever read or write here again. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/** That another server has become the database. */
export interface Promotion {
  /** When a node first saw it. */
  readonly at: Timestamp;
  /** Nodes compare what they remember with the logs, and no approval is used until then. */
  readonly isSettling: boolean;
}

export interface SettleLoss {
  readonly lost: LostHead;
  /** Up to here the log does not say why the head is missing. */
  readonly read: number;
  readonly at: Timestamp;
  readonly nextGrantId: () => GrantId;
}

export interface MailboxQuery {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  /** By when they became ready. */
  readonly order: "oldest" | "newest";
  readonly limit: number;
}

export interface TreeQuery {
  readonly workspace: WorkspaceId;
  readonly after: number;
  readonly upTo: number;
}

export interface LogTree {
  readonly head: ChainHead;
  readonly root: Uint8Array;
}

export interface EventQuery {
  readonly workspace: WorkspaceId;
  readonly after: number;
  readonly limit: number;
  readonly subject?: string;
}

export interface ConversationQuery {
  readonly workspace: WorkspaceId;
  readonly agent?: PrincipalId;
  readonly after?: ConversationId;
  readonly limit: number;
}

/** The end of a page of the latest conversations. */
export interface LatestPlace {
  /** Sorts like the id of the last message, or like the conversation if it has none. */
  readonly latest: string;
  readonly id: ConversationId;
}

export interface LatestConversation extends Conversation, Pick<LatestPlace, "latest"> {
  readonly id: ConversationId;
  readonly last?: Message;
}

export interface LatestQuery extends Omit<ConversationQuery, "after"> {
  readonly after?: LatestPlace;
}

export interface MessageQuery {
  readonly workspace: WorkspaceId;
  readonly conversation: ConversationId;
  readonly after?: MessageId;
  readonly limit: number;
}

/** The newest version of an entry, if there is one, and the usage of its place. */
export interface MemoryState {
  readonly newest?: Pick<MemoryRecord, "id" | "version" | "bytes"> & {
    readonly isDeleted: boolean;
  };
  readonly used: MemoryUsage;
}

export interface MemoryQuery {
  readonly place: MemoryPlace;
  /** Only keys that begin with it; no character of a key sorts after `z`. */
  readonly prefix?: string;
  /** The last key of the page before. */
  readonly after?: string;
  readonly limit: number;
  /** Whether the values are read too; otherwise the records have none. */
  readonly withValues: boolean;
}

export interface MemoryVersionQuery {
  readonly ref: MemoryRef;
  /** The last version of the page before. */
  readonly before?: number;
  readonly limit: number;
}
