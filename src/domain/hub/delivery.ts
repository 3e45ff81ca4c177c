import type { RemoteChannel } from "../channel-kind.ts";
import type { DeliveryId, MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** Where on a channel: a chat of a platform, and a thread within it. */
export interface Address {
  readonly channel: RemoteChannel;
  /** As the platform names it: `C0123` or `U0123` on Slack, a number on Telegram, an e-mail address. */
  readonly chatId: string;
  readonly threadId?: string;
}

/**
 * - `queued` – accepted, and not yet with the platform;
 * - `sent` – the platform has taken it;
 * - `seen` – somebody did something with it: pressed, replied, reacted;
 * - `failed` – given up: a dead letter, which a person may resend or drop;
 * - `dropped` – not wanted any more before it was sent, or dropped by a person.
 */
export const DELIVERY_STATUSES = ["queued", "sent", "seen", "failed", "dropped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What the hub has to do about a delivery: bring it, or change what stands there already. */
export type DeliveryJob = "post" | "edit";

/** Why a delivery is not wanted before its time. */
export type HeldFor =
  | "quiet_hours"
  | "digest"
  | "attention_budget"
  | "fallback"
  | "escalation"
  | "alike";

/** What a post says of others is changed after this time, with all that has come until then. */
export const TOLD_AFTER_MS = 10_000;

/** How the platform names what was posted; `ids` has one for each of its messages. */
export interface PostRef {
  readonly chatId: string;
  readonly ids: readonly string[];
  readonly threadId?: string;
}

/** Why the last attempt failed: `code` is for programs, `message` for people; never content. */
export interface DeliveryError {
  readonly code: "rate_limited" | "unreachable" | "ambiguous" | "refused" | "gone";
  readonly message: string;
}

/** Of words that may answer several questions: which they may, and what was said of them. */
export interface WhichQuestion {
  readonly requests: readonly RequestId[];
  /** The words were said where nobody else reads them. */
  readonly isDirect?: true;
  /** What replies to them stands in a thread that bears their id. */
  readonly opensThread?: true;
  /** What they were; absent for as long as the person has not said. */
  readonly chosen?: RequestId | "none";
}

/** One item's way to one address. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly workspace: WorkspaceId;
  readonly address: Address;
  /** What is delivered. */
  readonly item: RequestId | MessageId;
  /** Whose item it is; hears what becomes of it. */
  readonly agent: PrincipalId;
  /** The operator who is reached there, where it is one's own address. */
  readonly operator?: PrincipalId;
  /** Of a message: this part of its text. A request is shown as it stands when it is sent. */
  readonly text?: string;
  /** It asks the person `agent` which question their words answer; `text` is these words. */
  readonly which?: WhichQuestion;
  /** Of a message that one post of the platform does not hold: which part this is, from 1. */
  readonly part?: { readonly index: number; readonly of: number };
  /** The platform's message that it replies to. */
  readonly replyTo?: string;
  readonly status: DeliveryStatus;
  readonly job?: DeliveryJob;
  /** When the job is to be done; absent where there is none. */
  readonly dueAt?: Timestamp;
  readonly heldFor?: HeldFor;
  /**
   * The delivery to the same address, of a request of the same agent that is like this one, which
   * stands there and tells of it. Nothing is to do about this one until that has gone.
   */
  readonly behind?: DeliveryId;
  /** How often the job was begun. */
  readonly attempts: number;
  /** It may stand there twice, which the second one says. */
  readonly isResent?: true;
  /** 128 random bits, base64url: what its buttons carry, with a number behind it. */
  readonly nonce: string;
  /** Of an authorization: the digest that was shown, and that a button approves. */
  readonly digest?: string;
  readonly post?: PostRef;
  readonly error?: DeliveryError;
  readonly createdAt: Timestamp;
  readonly sentAt?: Timestamp;
  readonly seenAt?: Timestamp;
  readonly version: number;
}

export function isOfRequest(item: Delivery["item"]): item is RequestId {
  return item.startsWith("req_");
}

/** Deliveries of one lane are brought in their order, one at a time. */
export function laneOf({ channel, chatId }: Address): string {
  return `${channel} ${chatId}`;
}

/** In how many parts the hub divides its lanes, for nodes to share them. */
export const SHARDS = 8;

/** The part of the hub that brings what goes to this address: the same on every node, for ever. */
export function shardOf(address: Address): number {
  let hash = 2_166_136_261;
  for (const char of laneOf(address)) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  return hash % SHARDS;
}
