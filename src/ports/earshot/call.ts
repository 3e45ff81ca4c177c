import type { RequestId } from "../../domain/id.ts";
import type { Surface } from "../../domain/surface.ts";

/** What every call may carry in addition to its input. */
export interface CallOptions {
  /**
   * Makes a change happen once: the same key with the same input returns the first result, even after
   * the request has closed. With other input it throws KEY_REUSED. At most 128 characters.
   */
  readonly idempotencyKey?: string;
  /** Ends a stream, or a wait, which then rejects with its reason. It never withdraws a request. */
  readonly signal?: AbortSignal;
  /** The caller's surface, recorded without proof. By default `library` in process and `http` over HTTP. */
  readonly via?: Surface;
  /**
   * The origin of the calling page, proved by the door to the network; passkeys are bound to it. It is
   * never taken from a caller's words.
   */
  readonly origin?: string;
}

export interface PageInput {
  /** The `next` of the previous page. */
  readonly cursor?: string;
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
}

/** One page; `next` is present while more may follow. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** The request that a call led to: its own, or an existing one that it joined. */
export interface Joined {
  readonly id: RequestId;
  readonly is: "new" | "replayed" | "joined";
}

/** A decision that its person can take back for a moment. */
export interface Undoable {
  /**
   * Holds the decision for so long, at most 4,000 ms: nobody else decides meanwhile, nobody is told of
   * it, and `undo` takes it back. It counts at once where absent, at HIGH and CRITICAL, and with a
   * proof of who decides.
   */
  readonly undoMs?: number;
}
