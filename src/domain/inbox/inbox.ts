import type { Level } from "../authority/action.ts";
import type { ApprovalOver } from "../authority/approval-over.ts";
import type { Decisive } from "../authority/decisive-args.ts";
import type { Hazard } from "../hazards/hazard.ts";
import type { ConversationId, PrincipalId, RequestId } from "../id.ts";
import type { Held } from "../requests/held.ts";
import type { Asker, ForOthers, RequestKind, RequestStatus } from "../requests/request.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Assignment } from "./assignment.ts";
import type { Fold } from "./fold.ts";

/**
 * The parts of an operator's inbox:
 * - `needs_me` – open and not snoozed; it asks this operator by name or role, or nobody in particular,
 *   and this operator can do something about it;
 * - `others` – an authorization that asks this operator or nobody in particular, but somebody else must
 *   decide: its rule names others, this operator has voted, or the agent is their own and they are not
 *   the only one who decides;
 * - `waiting` – decided, but not yet picked up by the agent;
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

/** The state of a request on its way to one operator's inbox. */
export interface InboxDelivery {
  readonly operator: PrincipalId;
  readonly name: string;
  readonly channel: "inbox";
  readonly status: "sent" | "seen";
  readonly sentAt: Timestamp;
  readonly seenAt?: Timestamp;
}

/** A row of the inbox: enough to choose what to open, and never everything that was asked. */
export interface InboxItem {
  readonly id: RequestId;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  readonly agent: PrincipalId;
  readonly agentName: string;
  /** Other agents that ask the same, and get the same answer. */
  readonly alsoAskedBy?: readonly Asker[];
  /** Its agent has no valid key any more: perhaps nobody hears the answer. */
  readonly keyRevoked?: true;
  /** Its agent is halted and not served. */
  readonly agentHalted?: true;
  /** The question's first 200 characters; empty for an authorization. */
  readonly title: string;
  /** For an authorization. */
  readonly level?: Level;
  /** For an authorization: what is to run. */
  readonly tool?: string;
  /** For an authorization with arguments: those that say most of what it does, without secrets. */
  readonly decisive?: Decisive;
  /** What of it stands out; without any, nothing is said about it. */
  readonly hazards?: readonly Hazard[];
  /** In the agent's own words, cut: why it wants that, or the background of its question. */
  readonly said?: string;
  /** For an authorization: the digest that is approved, 64 hexadecimal digits. */
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
  /** For an approval: when its grant was redeemed, or else until when it can be. */
  readonly usedAt?: Timestamp;
  readonly usableUntil?: Timestamp;
  /** Why it lets nothing run; absent while it does. */
  readonly over?: ApprovalOver;
  /** It was a planted test request, which is over; lists do not have it any more. */
  readonly isTest?: true;
  /** It was approved, and the approval was taken back. */
  readonly isRevoked?: true;
  readonly claim?: Claim;
  readonly assignment?: Assignment;
  /** Somebody's decision that waits for a moment, in which they can take it back. */
  readonly held?: Held;
  /** Since when a question to its agent waits for the answer. */
  readonly asksAgentSince?: Timestamp;
  /** In `others`, `snoozed` and a search: why it is not for this operator, and who can decide it. */
  readonly forOthers?: ForOthers;
  /** When this operator opened it. */
  readonly seenAt?: Timestamp;
  /** When this operator's snooze ends, while that is in the future. */
  readonly snoozedUntil?: Timestamp;
  /** Open requests that are alike, which this row stands for. */
  readonly fold?: Fold;
}
