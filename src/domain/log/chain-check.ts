import { EarshotError } from "../errors.ts";
import { present } from "../present.ts";
import {
  type ChainHead,
  chainFault,
  EMPTY_HEAD,
  type LinkHash,
  type LoggedEvent,
} from "./chain.ts";

/** What reading the log has found. */
export interface ChainReport {
  readonly intact: boolean;
  readonly events: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly fault?: string;
}

/** Takes a log in pages, oldest first, and finds where the chain breaks. */
export interface ChainCheck {
  /** False after a fault was found: the rest need not be read. */
  add(page: readonly LoggedEvent[]): boolean;
  report(): ChainReport;
}

/** A head noted outside the store; the hash is hexadecimal. */
export interface NotedHead {
  readonly seq: number;
  readonly hash: string;
}

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Reads a head as people write it, `SEQ:HASH` with the hash in hexadecimal. */
export function parseHead(text: string): NotedHead {
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

/**
 * Checks the chain of one log, and that it still contains heads that were noted earlier. Events after
 * the last of these heads may have been cut or rewritten without a trace.
 */
export function createChainCheck(
  linkHash: LinkHash,
  noted: string | readonly NotedHead[] = [],
): ChainCheck {
  const heads = typeof noted === "string" ? [parseHead(noted)] : noted;
  const expected = Map.groupBy(heads, ({ seq }) => seq);
  const last = heads.reduce((most, { seq }) => Math.max(most, seq), 0);
  let head: ChainHead = EMPTY_HEAD;
  let workspace: string | undefined;
  let fault = isNoted(EMPTY_HEAD) ? undefined : "a noted head of an empty log is not that of one";

  function isNoted({ seq, hash }: ChainHead): boolean {
    const found = expected.get(seq);
    return found === undefined || found.every((other) => other.hash === toHex(hash));
  }

  function faultOf(next: LoggedEvent): string | undefined {
    const broken = chainFault(head, next, linkHash);
    if (broken !== undefined) return broken;
    const { seq } = next.event;
    if (next.event.workspace !== (workspace ?? next.event.workspace)) {
      return `event ${seq} is of another workspace`;
    }
    if (!isNoted({ seq, hash: next.hash })) {
      return `event ${seq} is not the one whose hash was noted: the log was rewritten`;
    }
    return undefined;
  }

  return {
    add(page) {
      for (const next of page) {
        fault ??= faultOf(next);
        if (fault !== undefined) return false;
        head = { seq: next.event.seq, hash: next.hash };
        workspace = next.event.workspace;
      }
      return fault === undefined;
    },
    report() {
      const isCut = fault === undefined && head.seq < last;
      const found = isCut ? `events ${head.seq + 1} to ${last} are gone: the log was cut` : fault;
      return {
        intact: found === undefined,
        events: head.seq,
        head: { seq: head.seq, hash: toHex(head.hash) },
        ...present({ fault: found }),
      };
    },
  };
}
