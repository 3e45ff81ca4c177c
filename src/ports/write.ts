import type { Conversation, Message } from "../domain/conversation.ts";
import type { GrantRecord } from "../domain/grant.ts";
import type { KeyId, PermissionId, PrincipalId, WorkspaceId } from "../domain/id.ts";
import type { JsonObject } from "../domain/json.ts";
import type { MailboxEntry, MailboxRef } from "../domain/mailbox.ts";
import type { MemoryPlace, MemoryRecord, MemoryUsage } from "../domain/memory.ts";
import type { Permission } from "../domain/permission.ts";
import type { Key, Principal } from "../domain/principal.ts";
import type { Request } from "../domain/request.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import type { Checkpoint } from "./authority.ts";
import type { TallyCount } from "./tally.ts";

/** One row that a change writes. An update applies only to the version it names. */
export type Write =
  | { readonly type: "workspace.insert"; readonly id: WorkspaceId; readonly createdAt: Timestamp }
  | { readonly type: "principal.insert"; readonly principal: Principal }
  | { readonly type: "key.insert"; readonly key: Key; readonly secretHash: string }
  | { readonly type: "key.revoke"; readonly id: Key["id"]; readonly revokedAt: Timestamp }
  | { readonly type: "conversation.insert"; readonly conversation: Conversation }
  | { readonly type: "message.insert"; readonly message: Message }
  /** `sealed`: the secret arguments of an authorization, encrypted. */
  | { readonly type: "request.insert"; readonly request: Request; readonly sealed?: string }
  /** Applies where the stored version is `request.version - 1`. */
  | { readonly type: "request.update"; readonly request: Request }
  /**
   * Puts what stands in `request` in the place of all content, and drops what was sealed; applies
   * where the stored version is `request.version - 1`.
   */
  | { readonly type: "request.erase"; readonly request: Request }
  /** In the place of the request's former grant; applies where that has not been consumed. */
  | { readonly type: "grant.put"; readonly grant: GrantRecord }
  /**
   * Applies where this grant is the request's, has not been consumed, and expires after `at`; and
   * where what the approval was held against stands still.
   */
  | {
      readonly type: "grant.consume";
      readonly grant: GrantRecord;
      readonly at: Timestamp;
      readonly while?: GrantGround;
    }
  | { readonly type: "permission.insert"; readonly permission: Permission }
  /** Adds 1 to its uses; applies where they are `uses` and it has not been revoked. */
  | { readonly type: "permission.use"; readonly id: PermissionId; readonly uses: number }
  | { readonly type: "permission.revoke"; readonly id: PermissionId; readonly revokedAt: Timestamp }
  /** Applies where the one in force is the `former`, none where that is absent. */
  | { readonly type: "policy.put"; readonly policy: StoredPolicy; readonly former?: string }
  /** What stands under the name of a tool of this agent from now. */
  | {
      readonly type: "tool.pin";
      readonly agent: PrincipalId;
      readonly tool: string;
      readonly hash: string;
    }
  /** Applies where the one before is `former`, none where that is absent. */
  | {
      readonly type: "passphrase.put";
      readonly principal: PrincipalId;
      readonly hash: string;
      readonly former?: string;
    }
  | { readonly type: "checkpoint.insert"; readonly checkpoint: Checkpoint }
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
  /** Adds to what is there. */
  | { readonly type: "tally.add"; readonly counts: readonly TallyCount[] }
  /** Drops the buckets that begin before this moment. */
  | { readonly type: "tally.drop"; readonly before: Timestamp };

/** What an approval rests on. */
export interface GrantGround {
  /** The policy in force; absent where there is none. */
  readonly revision?: string;
  /** None of them revoked. */
  readonly keys: readonly KeyId[];
  /** Not revoked. */
  readonly permission?: PermissionId;
}

/** A policy as it was applied. */
export interface StoredPolicy {
  readonly revision: string;
  readonly source: JsonObject;
  readonly at: Timestamp;
}
