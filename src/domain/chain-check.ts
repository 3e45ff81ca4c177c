import {
  type ChainHead,
  chainFault,
  EMPTY_HEAD,
  type LinkHash,
  type LoggedEvent,
} from "./chain.ts";
import { EarshotError } from "./errors.ts";

/** What a reading of the log has found. */
export interface ChainReport {
  readonly intact: boolean;
  readonly events: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly fault?: string;
}

/** Takes a log in pages, oldest first, and tells where the chain breaks. */
export interface ChainCheck {
  /** False once a fault is found: no more need be read. */
  add(page: readonly LoggedEvent[]): boolean;
  report(): ChainReport;
}

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Reads a head as people write it, `SEQ:HASH` with the hash in hexadecimal. */
export function parseHead(text: string): { readonly seq: number; readonly hash: string } {
  const [, seq, hash] = HEAD.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "A head is written SEQ:HASH, as audit verify prints it: a number, a colon, 64 hexadecimal digits.",
    );
  }
  return { seq: Number(seq), hash };
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Checks the chain of one log and, where a head noted earlier is given, that it is still in it. */
export function createChainCheck(linkHash: LinkHash, noted?: string): ChainCheck {
  const expected = noted === undefined ? undefined : parseHead(noted);
  let head: ChainHead = EMPTY_HEAD;
  let fault: string | undefined;

  function faultOf(next: LoggedEvent): string | undefined {
    const broken = chainFault(head, next, linkHash);
    if (broken !== undefined) return broken;
    if (next.event.seq === expected?.seq && toHex(next.hash) !== expected.hash) {
      return `event ${next.event.seq} is not the one whose hash was noted: the log was rewritten`;
    }
    return undefined;
  }

  return {
    add(page) {
      for (const next of page) {
        fault ??= faultOf(next);
        if (fault !== undefined) return false;
        head = { seq: next.event.seq, hash: next.hash };
      }
      return fault === undefined;
    },
    report() {
      const isCut = fault === undefined && expected !== undefined && head.seq < expected.seq;
      const found = isCut
        ? `events ${head.seq + 1} to ${expected.seq} are gone: the log was cut`
        : fault;
      return {
        intact: found === undefined,
        events: head.seq,
        head: { seq: head.seq, hash: toHex(head.hash) },
        ...(found === undefined ? {} : { fault: found }),
      };
    },
  };
}
