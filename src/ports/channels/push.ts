import type { NoticeDetail } from "../../domain/hub/device.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Channel } from "./channel.ts";

/** Where a browser is reached, and the keys that its messages are encrypted with; base64url. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** One message for a browser (RFC 8030): its text holds nothing of what it is about. */
export interface PushMessage {
  readonly target: PushTarget;
  /** The secret of the key that the browser subscribed with. */
  readonly secret: Uint8Array;
  readonly text: string;
  /** Of messages with the same one only the newest waits for a device that is away. */
  readonly topic: string;
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
}

/** What a notification shows of a request. */
export interface PushNotice {
  readonly title: string;
  readonly text: string;
  /** Each decides; none where not all that it decides on is shown. */
  readonly buttons: readonly { readonly name: string; readonly label: string }[];
}

/** Calls the services that bring messages to browsers. */
export interface Push extends Pick<Channel, "kind" | "rates"> {
  /** The public key of a secret, base64url, which a browser subscribes with. */
  publicKey(secret: Uint8Array): string;
  /** The target in its usual spelling. Throws INVALID_INPUT where it may not be called. */
  check(target: PushTarget): Promise<PushTarget>;
  /** Rejects with a ChannelError; with `gone` where the browser has ended its subscription. */
  send(message: PushMessage): Promise<void>;
  /** What a notification may show of an open request to somebody who can decide it. */
  notice(request: ShownRequest, options: PushNoticeOptions): PushNotice;
}

export interface PushNoticeOptions {
  /** Such as `de`. */
  readonly language: string;
  readonly shows: NoticeDetail;
  /** Nothing on it decides: the person cannot, or the policy keeps it to the page. */
  readonly isForPage: boolean;
  /** The policy lets this tool be approved by its name, without its arguments. */
  readonly isApprovedByName: boolean;
}
