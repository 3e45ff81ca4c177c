import { type Event, eventBody } from "./event.ts";

/**
 * The chain over a workspace's log. The hash of an event is
 * SHA-256(`earshot.event.v1` ‖ NUL ‖ previous hash ‖ body). The first event's previous hash is 32 zero
 * bytes, and sequence numbers run from 1 without a gap. Editing, removing, inserting or swapping
 * events therefore shows at the first event concerned. A cut of the newest events does not show by
 * itself: finding it takes a head noted outside the store (`audit verify --head`).
 */
export const CHAIN_PREFIX = "earshot.event.v1\0";
export const FIRST_HASH = new Uint8Array(32);

/** An event as it stands in the log. */
export interface LoggedEvent {
  readonly event: Event;
  readonly hash: Uint8Array;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export const EMPTY_HEAD: ChainHead = { seq: 0, hash: FIRST_HASH };

export type LinkHash = (previous: Uint8Array, body: string) => Uint8Array;

/** What is wrong with `next` as the successor of `head`; undefined if nothing is. */
export function chainFault(
  head: ChainHead,
  next: LoggedEvent,
  linkHash: LinkHash,
): string | undefined {
  const { event, hash } = next;
  if (event.seq !== head.seq + 1) return `event ${head.seq + 1} is missing`;
  if (!sameBytes(hash, linkHash(head.hash, eventBody(event)))) {
    return `event ${event.seq} does not match its hash`;
  }
  return undefined;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
