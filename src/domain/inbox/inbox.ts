import type { Level } from "../authority/action.ts";
import type { ApprovalOver } from "../authority/approval-over.ts";
import type { ConversationId, PrincipalId, RequestId } from "../id.ts";
import type { Asker, ForOthers, RequestKind, RequestStatus } from "../requests/request.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Fold } from "./fold.ts";

/**
 * The parts of an operator's inbox:
 * - `needs_me` – open, asks this operator by their name, by their role or nobody in particular, not
 *   snoozed, and this operator can do something about it;
 * - `others` – an authorization that asks this operator or nobody in particular, and somebody else has
 *   to decide: its rule names others, this operator has voted, or the agent is their own and they are
 *   not the only one who decides;
 * - `waiting` – decided, and the agent has not taken it up yet;
 * - `snoozed` – open, and put off by this operator;
 * - `done` – closed, and not waiting.
 */
export const SPLITS = ["needs_me", "others", "waiting", "snoozed", "done"] as const;
export type Split = (typeof SPLITS)[number];

/** An operator has taken a request on; others may still decide it. One at a time. */
export interface Claim {
  readonly by: Actor;
  readonly at: Timestamp;
}

/** What has become of a request on its way to one operator's inbox. */
export interface InboxDelivery {
  readonly operator: PrincipalId;
  readonly name: string;
  readonly channel: "inbox";
  readonly status: "sent" | "seen";
  readonly sentAt: Timestamp;
  readonly seenAt?: Timestamp;
}

/** A row of the inbox: enough to choose what to open, and never the whole of what was asked. */
export interface InboxItem {
  readonly id: RequestId;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  readonly agent: PrincipalId;
  readonly agentName: string;
  /** Other agents that ask the same, and get the same answer. */
  readonly alsoAskedBy?: readonly Asker[];
  /** No key of its agent is good any more: perhaps nobody hears the answer. */
  readonly keyRevoked?: true;
  /** Its agent is halted: nothing of it is served. */
  readonly agentHalted?: true;
  /** The question's first 200 characters; empty for an authorization. */
  readonly title: string;
  /** Of an authorization. */
  readonly level?: Level;
  /** Of an authorization: what is to run. */
  readonly tool?: string;
  /** Of an authorization that has arguments: the beginning of them, on one line, without secrets. */
  readonly argsLine?: string;
  /** Of an authorization: what is approved, 64 hexadecimal digits. */
  readonly digest?: string;
  readonly toolSchemaHash?: string;
  readonly quorum?: number;
  readonly votes?: number;
  readonly to: readonly string[];
  readonly conversation: ConversationId;
  readonly createdAt: Timestamp;
  readonly expiresAt?: Timestamp;
  readonly closedAt?: Timestamp;
  readonly closedBy?: Actor;
  /** Of an approval: when its grant was used up; else until when it can be used. */
  readonly usedAt?: Timestamp;
  readonly usableUntil?: Timestamp;
  /** Why nothing runs by it; absent while it can. */
  readonly over?: ApprovalOver;
  /** It was approved, and that was taken back. */
  readonly isRevoked?: true;
  readonly claim?: Claim;
  /** In `others`, `snoozed` and a search: why it is not for the operator who looks, and who can decide it. */
  readonly forOthers?: ForOthers;
  /** By the operator who looks. */
  readonly seenAt?: Timestamp;
  /** By the operator who looks, while it lies in the future. */
  readonly snoozedUntil?: Timestamp;
  /** Open requests that are alike, which this row stands for. */
  readonly fold?: Fold;
}
