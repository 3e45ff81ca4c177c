import type { GrantRecord } from "../../domain/authority/grant.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Delivery, HeldFor } from "../../domain/hub/delivery.ts";
import type { Attention, Link } from "../../domain/hub/link.ts";
import type { Mark } from "../../domain/hub/mark.ts";
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
import type { Claim } from "../../domain/inbox/inbox.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Graph } from "../../domain/liaison/graph.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import type { MemoryPlace, MemoryRecord, MemoryUsage } from "../../domain/memory/memory.ts";
import type { Key, Principal } from "../../domain/people/principal.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Conversation, Message } from "../../domain/requests/conversation.ts";
import type { MailboxEntry, MailboxRef } from "../../domain/requests/mailbox.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
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
  /** Ends a web session without touching what was decided in it; applies where it has not ended. */
  | { readonly type: "key.end"; readonly id: KeyId; readonly endedAt: Timestamp }
  /** Applies where the agent is served, or with no moment where it is halted. */
  | { readonly type: "agent.halt"; readonly id: PrincipalId; readonly haltedAt?: Timestamp }
  | { readonly type: "ticket.insert"; readonly ticket: Ticket }
  /** Uses it up; applies where it is there and expires after `at`. */
  | { readonly type: "ticket.take"; readonly hash: string; readonly at: Timestamp }
  /** Drops those of a person, or all that have expired by a moment; none is no error. */
  | { readonly type: "ticket.drop"; readonly of: PrincipalId | { readonly before: Timestamp } }
  | { readonly type: "passkey.insert"; readonly passkey: StoredPasskey }
  /** Applies where its counter is `former` still. */
  | {
      readonly type: "passkey.use";
      readonly id: PasskeyId;
      readonly at: Timestamp;
      readonly counter: number;
      readonly former: number;
    }
  /** Applies where it is there. */
  | { readonly type: "passkey.remove"; readonly id: PasskeyId }
  /** Changes nothing where it was noted before. */
  | { readonly type: "delivery.sent"; readonly delivery: InboxNote }
  /** Notes it as sent too where that was not noted; applies where it was not seen. */
  | { readonly type: "delivery.seen"; readonly delivery: InboxNote }
  /** Applies where the one who holds it is `former`, nobody where that is absent. */
  | {
      readonly type: "claim.put";
      readonly request: RequestId;
      readonly claim: Claim;
      readonly former?: PrincipalId;
    }
  /** Applies where `by` holds it. */
  | { readonly type: "claim.remove"; readonly request: RequestId; readonly by: PrincipalId }
  /** Without a moment it is taken back. */
  | {
      readonly type: "snooze.put";
      readonly request: RequestId;
      readonly operator: PrincipalId;
      readonly until?: Timestamp;
    }
  | { readonly type: "conversation.insert"; readonly conversation: Conversation }
  | { readonly type: "message.insert"; readonly message: Message }
  /** Puts what stands in `message` in the place of its text and salt; applies where it has a salt still. */
  | { readonly type: "message.erase"; readonly message: Message }
  /** `sealed`: the secret arguments of an authorization, encrypted. `trace`: see `Store.findTrace`. */
  | {
      readonly type: "request.insert";
      readonly request: Request;
      readonly sealed?: string;
      readonly trace?: string;
      /** A digest of what a question asks and of whom, by which `openLike` finds it while it is open. */
      readonly likeness?: string;
    }
  /** Applies where the stored version is `request.version - 1`. */
  | { readonly type: "request.update"; readonly request: Request }
  /**
   * Puts what stands in `request` in the place of all content, and drops what was sealed; applies
   * where the stored version is `request.version - 1`.
   */
  | { readonly type: "request.erase"; readonly request: Request }
  /**
   * In the place of the request's former grant; applies where that has not been consumed, and the
   * agent is not halted.
   */
  | { readonly type: "grant.put"; readonly grant: GrantRecord }
  /** The same of one that is used up already, so that no other is; also where the agent is halted. */
  | { readonly type: "grant.void"; readonly grant: GrantRecord }
  /**
   * Applies where this grant is the request's, has not been consumed, and expires after `at`; and
   * where what the approval was held against stands still.
   */
  | {
      readonly type: "grant.consume";
      readonly grant: GrantRecord;
      readonly at: Timestamp;
      readonly while?: GrantConditions;
    }
  /**
   * Writes nothing; applies where the agent, if one is named, is not halted, none of the keys is
   * revoked, and the policy, if one is named, is in force (none is, where its revision is undefined).
   */
  | {
      readonly type: "ground.holds";
      readonly agent?: PrincipalId;
      readonly keys: readonly KeyId[];
      readonly policy?: { readonly revision: string | undefined };
    }
  | { readonly type: "permission.insert"; readonly permission: Permission }
  /** Adds 1 to its uses; applies where they are `uses` and it has not been revoked. */
  | { readonly type: "permission.use"; readonly id: PermissionId; readonly uses: number }
  | { readonly type: "permission.revoke"; readonly id: PermissionId; readonly revokedAt: Timestamp }
  /** Applies where the one in force is the `former`, none where that is absent. */
  | { readonly type: "policy.put"; readonly policy: StoredPolicy; readonly former?: string }
  /** Known from now where no tool is pinned under the name, or the `former`; else it changes nothing. */
  | {
      readonly type: "tool.pin";
      readonly agent: PrincipalId;
      readonly tool: string;
      readonly hash: string;
      readonly former?: string;
    }
  /** Kept for good; a definition never becomes another under its digest. */
  | {
      readonly type: "tool.define";
      readonly hash: string;
      readonly definition: ToolDefinition;
    }
  /** Applies where the one before is `former`, none where that is absent. */
  | {
      readonly type: "passphrase.put";
      readonly principal: PrincipalId;
      readonly hash: string;
      readonly former?: string;
    }
  | { readonly type: "checkpoint.insert"; readonly checkpoint: Checkpoint }
  /** Writes nothing; applies where the lease is held in this epoch and its time has not run out. */
  | { readonly type: "lease.holds"; readonly name: string; readonly epoch: number }
  /** Adds to what the place holds; applies where it stays within the quota or becomes less. */
  | { readonly type: "memory.count"; readonly place: MemoryPlace; readonly added: MemoryUsage }
  /**
   * Makes the record the newest version; applies where the stored one is `record.version - 1`, none
   * for 1. The one before is kept, those beyond `MAX_VERSIONS` are dropped.
   */
  | { readonly type: "memory.put"; readonly record: MemoryRecord }
  /** Applies where the agent has neither this item nor an entry of this digest. */
  | { readonly type: "mailbox.put"; readonly entry: MailboxEntry }
  /** Takes the digest from the entry, so that a new one can have it; applies where it has it still. */
  | { readonly type: "mailbox.release"; readonly ref: MailboxRef; readonly digest: string }
  /** Changes nothing where the entry is gone. */
  | { readonly type: "mailbox.ready"; readonly ref: MailboxRef; readonly readyAt: Timestamp }
  /** Takes an entry out, ready or not. */
  | { readonly type: "mailbox.remove"; readonly ref: MailboxRef }
  /** Takes out an entry that is ready; applies where there is one. */
  | { readonly type: "mailbox.acknowledge"; readonly ref: MailboxRef }
  /** Takes out rows that nothing rests on any more; one that is gone is no error. */
  | {
      readonly type: "retention.drop";
      readonly of: DroppedKind;
      readonly rows: readonly RetentionKey[];
    }
  /** Puts other texts into a row that stays; applies where `was` stands there still. */
  | {
      readonly type: "words.put";
      readonly place: WordsPlace;
      readonly key: WordsKey;
      readonly was: Texts;
      readonly texts: Texts;
    }
  /** Takes a row out; of a memory entry's earlier versions all. One that is gone is no error. */
  | { readonly type: "words.drop"; readonly place: WordsPlace; readonly key: WordsKey }
  | { readonly type: "outbox.insert"; readonly delivery: Delivery }
  /**
   * Applies where the stored version is `delivery.version - 1`. Where it becomes `failed` or `dropped`,
   * of what waits behind it the first to end gets the job `post`, due at once, and the others wait
   * behind that one; the version of each goes up by 1.
   */
  | { readonly type: "outbox.put"; readonly delivery: Delivery }
  /**
   * The item needs no answer any more. Of its deliveries, those that are queued and were never tried
   * become `dropped` without a job; those that are `sent` or `seen` get the job `edit`, due `at`, with
   * no attempts; of those that are queued and were tried only the version goes up, so that whoever is
   * trying has to look again. The version of each goes up by 1. What waits behind one of them goes on
   * as behind one that has failed. What one of them waited behind gets the job `edit`, due
   * `TOLD_AFTER_MS` after `at` where it has none, and a version more; but for mails, which nobody changes.
   */
  | { readonly type: "outbox.settle"; readonly item: RequestId | MessageId; readonly at: Timestamp }
  /**
   * Of the item's deliveries those that are queued, were never tried and are held for `heldFor`
   * become due `at`, held for nothing and behind nothing; the version of each goes up by 1. Where an
   * operator is named, it is the first of theirs that would be due: the others keep their time. What
   * they waited behind is told anew, as with `outbox.settle`.
   */
  | {
      readonly type: "outbox.hasten";
      readonly item: RequestId | MessageId;
      readonly heldFor: HeldFor;
      readonly operator?: PrincipalId;
      readonly at: Timestamp;
    }
  /** Applies where no other link has this channel and account, and none this operator, channel and chat. */
  | { readonly type: "link.insert"; readonly link: Link }
  /** Its links have heard all that was said there before; the latest such time stands. */
  | {
      readonly type: "link.heard";
      readonly channel: RemoteChannel;
      readonly chatId: string;
      readonly at: Timestamp;
    }
  /** Applies where it is there. */
  | { readonly type: "link.rank"; readonly id: LinkId; readonly rank: number }
  /** Applies where it is there. */
  | { readonly type: "link.remove"; readonly id: LinkId }
  /** In the place of what the operator had before. */
  | { readonly type: "attention.put"; readonly attention: Attention }
  /** `request` is answered with what `leader` is answered with. Applies where `leader` is open. */
  | { readonly type: "rider.put"; readonly leader: RequestId; readonly request: RequestId }
  /** One that is gone is no error. */
  | { readonly type: "rider.remove"; readonly request: RequestId }
  /**
   * Applies where no other session continues the same one, and none of the agent was begun by the same
   * schedule.
   */
  | { readonly type: "session.insert"; readonly session: Session }
  /** Applies where the stored version is `session.version - 1`, and no other of its lane runs where it is to run. */
  | { readonly type: "session.put"; readonly session: Session }
  /** Applies where the session has no entry of this number. */
  | { readonly type: "entry.insert"; readonly entry: SessionEntry }
  /**
   * Puts what stands in `session` in the place of its task, and drops the content of its entries: their
   * kinds stay. Applies where the stored version is `session.version - 1`.
   */
  | { readonly type: "session.erase"; readonly session: Session }
  /** Applies where the stored version is `mark.version - 1`, none for 1. */
  | { readonly type: "mark.put"; readonly mark: Mark }
  /** In the place of the agent's former one. */
  | { readonly type: "profile.put"; readonly profile: AgentProfile }
  | { readonly type: "liaison.insert"; readonly liaison: Liaison }
  /** Applies where the stored version is `liaison.version - 1`. */
  | { readonly type: "liaison.put"; readonly liaison: Liaison }
  /** Puts nodes and edges; those that are there get the new props. */
  | { readonly type: "graph.put"; readonly graph: Graph }
  /** Takes out what belongs to a conversation. */
  | { readonly type: "graph.drop"; readonly conversation: ConversationId }
  /** Adds to what is there. */
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

/** One-time, for one purpose: a sign-in link, the challenge of a passkey, or an answer of one that is used. */
export interface Ticket {
  readonly workspace: WorkspaceId;
  /** Of the token or challenge, `digest.text`. */
  readonly hash: string;
  readonly purpose:
    | "sign_in_link"
    | "passkey_creation"
    | "passkey_sign_in"
    | "passkey_proof"
    | "used_assertion"
    | "channel_link";
  /** Whom it lets in or is for; absent for a sign-in by whichever passkey. */
  readonly principal?: PrincipalId;
  /** Of a link. */
  readonly atTerminal?: boolean;
  /** Of a link: the key or web session it was made by, which it does not outlive. */
  readonly key?: KeyId;
  readonly expiresAt: Timestamp;
}

export interface StoredPasskey {
  readonly workspace: WorkspaceId;
  readonly passkey: Passkey;
  readonly credential: PasskeyCredential;
}

/** That an operator's inbox showed a request, or that they opened it. */
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
