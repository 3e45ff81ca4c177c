import type { GrantRecord } from "../../domain/authority/grant.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import type { ToolOffer } from "../../domain/authority/tool-offer.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Content, ContentDigest, ContentOwner } from "../../domain/content/content.ts";
import type { Delivery, HeldFor } from "../../domain/hub/delivery.ts";
import type { Attention, Link } from "../../domain/hub/link.ts";
import type { Mark } from "../../domain/hub/mark.ts";
import type { Subscription } from "../../domain/hub/subscription.ts";
import type {
  ConversationId,
  KeyId,
  LinkId,
  MessageId,
  PasskeyId,
  PermissionId,
  PrincipalId,
  RequestId,
  WorkspaceId,
} from "../../domain/id.ts";
import type { Assignment } from "../../domain/inbox/assignment.ts";
import type { Claim } from "../../domain/inbox/inbox.ts";
import type { SavedReplies } from "../../domain/inbox/saved-replies.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Graph } from "../../domain/liaison/graph.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { MemoryPlace, MemoryRecord, MemoryUsage } from "../../domain/memory/memory.ts";
import type { Key, Principal } from "../../domain/people/principal.ts";
import type { EndedTest, OpenTest } from "../../domain/planted/planted.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { HeldCall } from "../../domain/requests/held.ts";
import type { MailboxEntry, MailboxRef } from "../../domain/requests/mailbox.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { SignedStatement } from "../../domain/votes/statement.ts";
import type { Checkpoint } from "../earshot/authority.ts";
import type { Passkey } from "../earshot/operators.ts";
import type { Texts, WordsKey, WordsPlace } from "../earshot/words.ts";
import type { PasskeyCredential } from "../system/passkeys.ts";
import type { TallyCount } from "../system/tally.ts";
import type { DroppedKind, RetentionKey } from "./retention.ts";

/** One row that a change writes. An update applies only to the version it names. */
export type Write =
  | { readonly type: "workspace.insert"; readonly id: WorkspaceId; readonly createdAt: Timestamp }
  | { readonly type: "principal.insert"; readonly principal: Principal }
  | { readonly type: "key.insert"; readonly key: Key; readonly secretHash: string }
  | { readonly type: "key.revoke"; readonly id: Key["id"]; readonly revokedAt: Timestamp }
  /** Its last use, behind the calls; a later one stays. */
  | { readonly type: "key.use"; readonly id: Key["id"]; readonly at: Timestamp }
  /** Sets the end of a key that is replaced; applies if it is good until then. */
  | { readonly type: "key.expire"; readonly id: KeyId; readonly expiresAt: Timestamp }
  /** Ends a web session; what was decided in it stays. Applies if it has not ended. */
  | { readonly type: "key.end"; readonly id: KeyId; readonly endedAt: Timestamp }
  /** With a moment it applies if the agent is served; without one, if the agent is halted. */
  | { readonly type: "agent.halt"; readonly id: PrincipalId; readonly haltedAt?: Timestamp }
  /** Says whose tokens it comes by; applies once. */
  | {
      readonly type: "agent.tie";
      readonly id: PrincipalId;
      readonly owner?: PrincipalId;
      readonly tiedBy?: PrincipalId;
    }
  | { readonly type: "ticket.insert"; readonly ticket: Ticket }
  /** Uses up the ticket; applies if it exists and expires after `at`. */
  | { readonly type: "ticket.take"; readonly hash: string; readonly at: Timestamp }
  /** Drops the tickets of a person, or all that expired by a moment. Finding none is no error. */
  | { readonly type: "ticket.drop"; readonly of: PrincipalId | { readonly before: Timestamp } }
  | { readonly type: "passkey.insert"; readonly passkey: StoredPasskey }
  /** Applies if its counter is still `former`. */
  | {
      readonly type: "passkey.use";
      readonly id: PasskeyId;
      readonly at: Timestamp;
      readonly counter: number;
      readonly former: number;
    }
  /** Applies if it exists. */
  | { readonly type: "passkey.remove"; readonly id: PasskeyId }
  /** Changes nothing if it was noted before. */
  | { readonly type: "delivery.sent"; readonly delivery: InboxNote }
  /** Notes it as sent too, if that is missing. Applies if it was not seen. */
  | { readonly type: "delivery.seen"; readonly delivery: InboxNote }
  /** Applies if `former` holds the claim, or if nobody does when `former` is absent. */
  | {
      readonly type: "claim.put";
      readonly request: RequestId;
      readonly claim: Claim;
      readonly former?: PrincipalId;
    }
  /** Applies if `by` holds the claim. */
  | { readonly type: "claim.remove"; readonly request: RequestId; readonly by: PrincipalId }
  /** Replaces who it was given to before. */
  | {
      readonly type: "assignment.put";
      readonly request: RequestId;
      readonly assignment: Assignment;
    }
  /** Takes back what was given: one request, or all that a person has. Finding none is no error. */
  | {
      readonly type: "assignment.drop";
      readonly of: RequestId | { readonly operator: PrincipalId };
    }
  /** Replaces the former ones of the operator. */
  | { readonly type: "replies.put"; readonly replies: SavedReplies }
  /** Of one moment of a person there is one: another commit has planted it already, otherwise. */
  | { readonly type: "planted.insert"; readonly test: OpenTest }
  /** Conflicts where it has ended. */
  | { readonly type: "planted.end"; readonly test: EndedTest }
  /** Without a moment, takes the snooze back. */
  | {
      readonly type: "snooze.put";
      readonly request: RequestId;
      readonly operator: PrincipalId;
      readonly until?: Timestamp;
    }
  | { readonly type: "conversation.insert"; readonly conversation: Conversation }
  | { readonly type: "message.insert"; readonly message: Message }
  /** Replaces text and salt with those of `message`; applies if the stored one still has a salt. */
  | { readonly type: "message.erase"; readonly message: Message }
  /** `sealed`: the secret arguments of an authorization, encrypted. `trace`: see `Store.findTrace`. */
  | {
      readonly type: "request.insert";
      readonly request: Request;
      readonly sealed?: string;
      readonly trace?: string;
      /** A digest of the question and the people asked; `openLike` finds an open one by it. */
      readonly likeness?: string;
    }
  /**
   * Applies if the stored version is `request.version - 1`. `held`: what the decision that is held from now
   * on does once it is sent.
   */
  | { readonly type: "request.update"; readonly request: Request; readonly held?: HeldCall }
  /**
   * Replaces all content with that of `request` and drops the sealed arguments. Applies if the stored
   * version is `request.version - 1`.
   */
  | { readonly type: "request.erase"; readonly request: Request }
  /**
   * Replaces the former grant of the request. Applies if that one was not consumed, the agent is
   * not halted, and the record does not wait to be accepted.
   */
  | { readonly type: "grant.put"; readonly grant: GrantRecord }
  /** Lets approvals be used again; applies if the record waits for this event to be accepted. */
  | { readonly type: "record.accept"; readonly event: number }
  /** Stores a grant as used up, so that no other can be used. Applies to a halted agent too. */
  | { readonly type: "grant.void"; readonly grant: GrantRecord }
  /**
   * Applies if this grant belongs to the request, was not consumed and expires after `at`, and if
   * everything the approval rests on still stands, and if the record does not wait to be accepted.
   */
  | {
      readonly type: "grant.consume";
      readonly grant: GrantRecord;
      readonly at: Timestamp;
      readonly while?: GrantConditions;
    }
  /**
   * Writes nothing. Applies if the named agent is not halted, no key is revoked, and the named policy
   * is in force. A policy without a revision means that none is in force.
   */
  | {
      readonly type: "ground.holds";
      readonly agent?: PrincipalId;
      readonly keys: readonly KeyId[];
      readonly policy?: { readonly revision: string | undefined };
    }
  | { readonly type: "permission.insert"; readonly permission: Permission }
  /** Adds 1 to its uses; applies if they are `uses` and it was not revoked. */
  | { readonly type: "permission.use"; readonly id: PermissionId; readonly uses: number }
  | { readonly type: "permission.revoke"; readonly id: PermissionId; readonly revokedAt: Timestamp }
  /** Applies if `former` is in force, or if no policy is when `former` is absent. */
  | {
      readonly type: "policy.put";
      readonly policy: StoredPolicy;
      readonly former?: string;
      /** Absent where a server starts with it. */
      readonly madeBy?: PrincipalId;
    }
  /** Pins the tool if none is pinned under the name, or `former` is; otherwise changes nothing. */
  | {
      readonly type: "tool.pin";
      readonly agent: PrincipalId;
      readonly tool: string;
      readonly hash: string;
      readonly former?: string;
    }
  /** Applies if what is stored of this server is `former`, or nothing is when `former` is absent. */
  | {
      readonly type: "tool.offer";
      readonly agent: PrincipalId;
      readonly offer: ToolOffer;
      readonly former?: ToolOffer;
    }
  /** Kept forever; the definition of a digest never changes. */
  | {
      readonly type: "tool.define";
      readonly hash: string;
      readonly definition: ToolDefinition;
    }
  /** Applies if the stored one is `former`, or if there is none when `former` is absent. */
  | {
      readonly type: "passphrase.put";
      readonly principal: PrincipalId;
      readonly hash: string;
      readonly former?: string;
    }
  /** A conflict unless `after` is the event that the newest checkpoint has sealed; 0 for the first. */
  | {
      readonly type: "checkpoint.insert";
      readonly checkpoint: Checkpoint;
      readonly after: number;
    }
  /** The next entry of the chain of signers; a conflict if there is one of its number. */
  | { readonly type: "signers.append"; readonly entry: SignerEntry }
  /** What somebody has signed; a conflict if the same is there. */
  | {
      readonly type: "statement.insert";
      readonly statement: StoredStatement & { readonly signed: SignedStatement };
    }
  /** Removes a statement; applies if it is there. */
  | { readonly type: "statement.drop"; readonly digest: string }
  /** Leaves only the digests of all that was signed about something; none is no error. */
  | { readonly type: "statement.erase"; readonly subject: string }
  /** Writes nothing; applies if the lease is held in this epoch and has not run out. */
  | { readonly type: "lease.holds"; readonly name: string; readonly epoch: number }
  /** Adds to the usage of the place; applies if that stays within the quota or shrinks. */
  | { readonly type: "memory.count"; readonly place: MemoryPlace; readonly added: MemoryUsage }
  /**
   * Makes the record the newest version. Applies if the stored version is `record.version - 1`, or if
   * there is none for version 1. The previous one is kept; those beyond `MAX_VERSIONS` are dropped.
   */
  | { readonly type: "memory.put"; readonly record: MemoryRecord }
  /** Applies if the agent has neither this item nor an entry with this digest. */
  | { readonly type: "mailbox.put"; readonly entry: MailboxEntry }
  /** Takes the digest from the entry, for a new one to have. Applies if the entry still has it. */
  | { readonly type: "mailbox.release"; readonly ref: MailboxRef; readonly digest: string }
  /** Changes nothing if the entry is gone. */
  | { readonly type: "mailbox.ready"; readonly ref: MailboxRef; readonly readyAt: Timestamp }
  /** Removes an entry, ready or not. */
  | { readonly type: "mailbox.remove"; readonly ref: MailboxRef }
  /** Removes an entry that is ready; applies if there is one. */
  | { readonly type: "mailbox.acknowledge"; readonly ref: MailboxRef }
  /** Removes rows that nothing rests on any more. A row that is gone is no error. */
  | {
      readonly type: "retention.drop";
      readonly of: DroppedKind;
      readonly rows: readonly RetentionKey[];
    }
  /** Puts other texts into a row that stays; applies if it still holds `was`. */
  | {
      readonly type: "words.put";
      readonly place: WordsPlace;
      readonly key: WordsKey;
      readonly was: Texts;
      readonly texts: Texts;
    }
  /** Removes a row, or all earlier versions of a memory entry. A row that is gone is no error. */
  | { readonly type: "words.drop"; readonly place: WordsPlace; readonly key: WordsKey }
  | { readonly type: "outbox.insert"; readonly delivery: Delivery }
  /**
   * Applies if the stored version is `delivery.version - 1`. If it becomes `failed` or `dropped`, the
   * first to end of those waiting behind it gets the job `post`, due at once. The others wait behind
   * that one. The version of each goes up by 1.
   */
  | { readonly type: "outbox.put"; readonly delivery: Delivery }
  /**
   * The item needs no answer any more. The version of each of its deliveries goes up by 1:
   * - Queued and never tried: it becomes `dropped`, without a job.
   * - `sent` or `seen`: it gets the job `edit`, due `at`, with no attempts.
   * - Queued and tried: nothing else changes. The new version makes the attempt look again.
   *
   * Deliveries waiting behind one of them go on as if it had failed. A delivery that one of them waited
   * behind gets the job `edit`, due `TOLD_AFTER_MS` after `at`, unless it has a job, and its version goes
   * up by 1. Mails are left out, since nobody can change them.
   */
  | { readonly type: "outbox.settle"; readonly item: RequestId | MessageId; readonly at: Timestamp }
  /**
   * Deliveries of the item that are queued, never tried and held for `heldFor` become due `at`. They are
   * held for nothing and behind nothing; the version of each goes up by 1. If an operator is named, only
   * their first delivery to come due is meant. What these waited behind is edited, as with
   * `outbox.settle`.
   */
  | {
      readonly type: "outbox.hasten";
      readonly item: RequestId | MessageId;
      readonly heldFor: HeldFor;
      readonly operator?: PrincipalId;
      readonly at: Timestamp;
    }
  /** Applies if no other link has this channel and account, or this operator, channel and chat. */
  | { readonly type: "link.insert"; readonly link: Link }
  /** The links of this chat have heard everything said before `at`. The latest such time stays. */
  | {
      readonly type: "link.heard";
      readonly channel: RemoteChannel;
      readonly chatId: string;
      readonly at: Timestamp;
    }
  /** Applies if it exists. */
  | { readonly type: "link.rank"; readonly id: LinkId; readonly rank: number }
  /** Applies if it exists. */
  | { readonly type: "link.remove"; readonly id: LinkId }
  /** Replaces the former attention of the operator. */
  | { readonly type: "attention.put"; readonly attention: Attention }
  /** Applies if the stored version is `subscription.version - 1`, or if there is none for version 1. */
  | { readonly type: "subscription.put"; readonly subscription: Subscription }
  /** Applies if it exists. */
  | { readonly type: "subscription.remove"; readonly agent: PrincipalId }
  /** `request` gets the answer of `leader`. Applies if `leader` is open. */
  | { readonly type: "rider.put"; readonly leader: RequestId; readonly request: RequestId }
  /** A rider that is gone is no error. */
  | { readonly type: "rider.remove"; readonly request: RequestId }
  /**
   * Applies if no other session continues the same one, and the same schedule has begun no other session
   * of the agent.
   */
  | { readonly type: "session.insert"; readonly session: Session }
  /** Applies if the stored version is `session.version - 1`. A running one needs a free lane too. */
  | { readonly type: "session.put"; readonly session: Session }
  /** Applies if the session has no entry of this number. */
  | { readonly type: "entry.insert"; readonly entry: SessionEntry }
  /**
   * Replaces the task with that of `session` and drops the content of its entries; their kinds stay.
   * Applies if the stored version is `session.version - 1`.
   */
  | { readonly type: "session.erase"; readonly session: Session }
  /** Applies if the stored version is `mark.version - 1`, or if there is none for version 1. */
  | { readonly type: "mark.put"; readonly mark: Mark }
  /** Replaces the former profile of the agent. */
  | { readonly type: "profile.put"; readonly profile: AgentProfile }
  | { readonly type: "liaison.insert"; readonly liaison: Liaison }
  /** Applies if the stored version is `liaison.version - 1`. */
  | { readonly type: "liaison.put"; readonly liaison: Liaison }
  /** Puts nodes and edges; existing ones get the new props. */
  | { readonly type: "graph.put"; readonly graph: Graph }
  /** Removes what belongs to a conversation. */
  | { readonly type: "graph.drop"; readonly conversation: ConversationId }
  /**
   * Keeps a piece of content; the same bytes of one owner are kept once: of a conversation under their
   * first name, of a request under the last, and as old as that. Applies if they are there or there is room
   * for them, and for a request while it is open.
   */
  | { readonly type: "content.put"; readonly content: Content }
  /** Keeps what comes with a request that the same commit makes. Applies if there is room for it. */
  | { readonly type: "content.bring"; readonly content: Content }
  /** Removes all content of an owner but what is to be kept; none is no error. */
  | {
      readonly type: "content.drop";
      readonly owner: ContentOwner;
      readonly keep?: readonly ContentDigest[];
    }
  /** Removes what was given to an open request later than it was made, at this moment or before; none is no error. */
  | { readonly type: "content.expire"; readonly owner: RequestId; readonly before: Timestamp }
  /** Writes nothing. Applies if the owner has them all. */
  | {
      readonly type: "content.holds";
      readonly owner: ContentOwner;
      readonly digests: readonly ContentDigest[];
    }
  /** Adds to the counts that are stored. */
  | { readonly type: "tally.add"; readonly counts: readonly TallyCount[] }
  /** Drops the buckets that begin before this moment. */
  | { readonly type: "tally.drop"; readonly before: Timestamp };

/** What an approval rests on. */
export interface GrantConditions {
  /** The policy in force; absent where there is none. */
  readonly revision?: string;
  /** None of them revoked. */
  readonly keys: readonly KeyId[];
  /** Not revoked. */
  readonly permission?: PermissionId;
  /** Not halted. */
  readonly agent?: PrincipalId;
}

/** Good once, for one purpose: a sign-in link, a passkey's challenge, or a used answer to one. */
export interface Ticket {
  readonly workspace: WorkspaceId;
  /** `digest.text` of the token or challenge. */
  readonly hash: string;
  readonly purpose:
    | "sign_in_link"
    | "passkey_creation"
    | "passkey_sign_in"
    | "passkey_proof"
    | "used_assertion"
    | "channel_link"
    | "vote_nonce";
  /** The person whom it lets in or is for; absent for a sign-in by any passkey. */
  readonly principal?: PrincipalId;
  /** Of a link. */
  readonly atTerminal?: boolean;
  /** Of a link: the key or web session that made it. The link does not outlive it. */
  readonly key?: KeyId;
  readonly expiresAt: Timestamp;
}

/** What a person has signed, as it is kept. */
export interface StoredStatement {
  /** What is signed of it, 64 hexadecimal digits. */
  readonly digest: string;
  /** The id of what it is about; of those that wait to change who may sign, `WAITING_SIGNERS`. */
  readonly subject: string;
  /** Absent once its request was erased. */
  readonly signed?: SignedStatement;
}

/** The subject of statements that wait to change who may sign. */
export const WAITING_SIGNERS = "signers";

export interface StoredPasskey {
  readonly workspace: WorkspaceId;
  readonly passkey: Passkey;
  readonly credential: PasskeyCredential;
}

/** A note that an operator's inbox showed a request, or that they opened it. */
export interface InboxNote {
  readonly request: RequestId;
  readonly operator: PrincipalId;
  readonly name: string;
  readonly at: Timestamp;
}

/** A policy as it was applied. */
export interface StoredPolicy {
  readonly revision: string;
  readonly source: JsonObject;
  readonly at: Timestamp;
}
