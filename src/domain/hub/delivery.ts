import type { RemoteChannel } from "../channel-kind.ts";
import type { DeliveryId, MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";

/** Where on a channel: a chat of a platform, and a thread within it. */
export interface Address {
  readonly channel: RemoteChannel;
  /** The platform's name for it: `C0123` or `U0123` on Slack, a number on Telegram, an e-mail address. */
  readonly chatId: string;
  readonly threadId?: string;
}

/**
 * - `queued` – accepted here, and not yet by the platform;
 * - `sent` – the platform has accepted it;
 * - `seen` – somebody did something with it: pressed, replied, reacted;
 * - `failed` – given up: a dead letter, which a person may resend or drop;
 * - `dropped` – no longer wanted before it was sent, or dropped by a person.
 */
export const DELIVERY_STATUSES = ["queued", "sent", "seen", "failed", "dropped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What the hub has to do for a delivery: post it, or change what was posted. */
export type DeliveryJob = "post" | "edit";

/** Why a delivery waits for its time. */
export type HeldFor =
  | "quiet_hours"
  | "digest"
  | "attention_budget"
  | "fallback"
  | "escalation"
  | "alike";

/** After this time a post is edited to mention all the others that have come until then. */
export const TOLD_AFTER_MS = 10_000;

/** The platform's names for a post; `ids` has one for each of its messages. */
export interface PostRef {
  readonly chatId: string;
  readonly ids: readonly string[];
  readonly threadId?: string;
}

/** Files that a post still gets: one after the other, each of them once. */
export interface DeliveryFiles {
  /** How many it has. */
  readonly given: number;
  /** The platform has the bytes of the next one under this name, and shows them to nobody yet. */
  readonly brought?: string;
  /** In this version of the delivery its text is true, so that only a file is to be given. */
  readonly asOf?: number;
}

/** Why the last attempt failed: `code` is for programs, `message` for people; never content. */
export interface DeliveryError {
  readonly code: "rate_limited" | "unreachable" | "ambiguous" | "refused" | "gone";
  readonly message: string;
}

/** For words that may answer several questions: those questions, and the person's choice. */
export interface WhichQuestion {
  readonly requests: readonly RequestId[];
  /** The words were said in private. */
  readonly isDirect?: true;
  /** Replies to them go into a thread named by their id. */
  readonly opensThread?: true;
  /** What they answer; absent until the person has said. */
  readonly chosen?: RequestId | "none";
}

/** One item's way to one address. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly workspace: WorkspaceId;
  readonly address: Address;
  /** What is delivered. */
  readonly item: RequestId | MessageId;
  /** The agent whose item it is; the agent hears what becomes of it. */
  readonly agent: PrincipalId;
  /** The operator whose own address it is; absent for a shared chat. */
  readonly operator?: PrincipalId;
  /** For a message: this part of its text. A request is rendered when it is sent. */
  readonly text?: string;
  /** Asks the person in `agent` which question their words answer; `text` holds these words. */
  readonly which?: WhichQuestion;
  /** For a message too long for one post: which part this is, from 1. */
  readonly part?: { readonly index: number; readonly of: number };
  /** The platform's message that it replies to. */
  readonly replyTo?: string;
  readonly status: DeliveryStatus;
  readonly job?: DeliveryJob;
  /** When the job is due; absent if there is no job. */
  readonly dueAt?: Timestamp;
  readonly heldFor?: HeldFor;
  /**
   * The delivery to the same address of a similar request of the same agent. It is shown there and
   * mentions this one, which needs nothing until that one is gone.
   */
  readonly behind?: DeliveryId;
  /** How often the job was begun. */
  readonly attempts: number;
  /** It may appear twice there; the second post says so. */
  readonly isResent?: true;
  /** 128 random bits, base64url. Its buttons carry them, followed by a number. */
  readonly nonce: string;
  /** For an authorization: the shown digest, which a button approves. */
  readonly digest?: string;
  readonly post?: PostRef;
  readonly files?: DeliveryFiles;
  readonly error?: DeliveryError;
  readonly createdAt: Timestamp;
  readonly sentAt?: Timestamp;
  readonly seenAt?: Timestamp;
  readonly version: number;
}

/** Whether the job is to give the next file, and nothing else. */
export function isFileDue({ job, files, version }: Delivery): boolean {
  return job === "edit" && files?.asOf === version;
}

export function isOfRequest(item: Delivery["item"]): item is RequestId {
  return item.startsWith("req_");
}

/** Deliveries of one lane are posted in order, one at a time. */
export function laneOf({ channel, chatId }: Address): string {
  return `${channel} ${chatId}`;
}

/** The number of parts into which the hub divides its lanes, for nodes to share. */
export const SHARDS = 8;

/** The part of the hub that serves this address: the same on every node, for ever. */
export function shardOf(address: Address): number {
  let hash = 2_166_136_261;
  for (const char of laneOf(address)) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  return hash % SHARDS;
}
