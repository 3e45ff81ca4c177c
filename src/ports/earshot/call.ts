import type { RequestId } from "../../domain/id.ts";
import type { Surface } from "../../domain/surface.ts";

/** What every call may carry beside its input. */
export interface CallOptions {
  /**
   * Makes a change happen once: the same key with the same input returns the first result, also
   * after the request has closed; with other input it throws KEY_REUSED. At most 128 characters.
   */
  readonly idempotencyKey?: string;
  /** Ends a wait, which then rejects with its reason, or a stream. It never withdraws what was asked. */
  readonly signal?: AbortSignal;
  /** Where the caller is, recorded as told: `library` in process and `http` over HTTP where absent. */
  readonly via?: Surface;
  /**
   * The origin of the page that calls, as the door to the network has proved it; a passkey is bound
   * to it. Never taken from what a caller says.
   */
  readonly origin?: string;
}

export interface PageInput {
  /** The `next` of the page before. */
  readonly cursor?: string;
  /** 1 to 100; 50 where absent. */
  readonly limit?: number;
}

/** One page; `next` is there while more may follow. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** Which request a call has come to: its own, or one that was there before. */
export interface Joined {
  readonly id: RequestId;
  readonly is: "new" | "replayed" | "joined";
}
