import type { RequestStatus } from "../../src/domain/requests/request.ts";

/** How a request stands in words that are equal only where all of it is: `open`, or how it closed. */
export type Standing = "open" | `${Exclude<RequestStatus, "open">}${"" | `: ${string}`}`;

/** What somebody wants of one request. */
export type Wish =
  | { readonly kind: "ask" }
  /** `standing`: how the request stands where this closes it; `key`: the same for each repetition. */
  | {
      readonly kind: "answer" | "approve" | "reject" | "cancel";
      readonly key: string;
      readonly standing: Standing;
    }
  | { readonly kind: "wait" | "show" }
  /** What the servers do by themselves, at any time from its call on, or never. */
  | { readonly kind: "expire" };

/**
 * `none`: no such request; `too_late`: somebody else has closed it; `another`: the key of the ask
 * stands for another request than before, which no order can explain.
 */
export type Reply = Standing | "none" | "too_late" | "another";

/**
 * One attempt: between its call and its return it takes effect at one moment. Where no reply came it
 * may have taken effect at any time after its call, even long after the caller gave up, or never.
 */
export interface Attempt {
  readonly wish: Wish;
  readonly calledAt: number;
  /** Absent: the outcome is not known. */
  readonly returned?: { readonly at: number; readonly reply: Reply };
  /** Who called, and where, for whoever reads of a violation. */
  readonly by?: string;
}

/** All that was ever attempted with one request, in any order. */
export type RequestHistory = readonly Attempt[];
