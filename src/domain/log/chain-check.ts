import { EarshotError } from "../errors.ts";
import { TOLD_BEHIND_MS } from "../limits.ts";
import { present } from "../present.ts";
import { toMs } from "../timestamp.ts";
import {
  type ChainHead,
  chainFault,
  EMPTY_HEAD,
  type LinkHash,
  type LoggedEvent,
} from "./chain.ts";
import { type Event, eventBody } from "./event.ts";
import { createMerkleTree, type MerkleHashes, type MerkleTree } from "./merkle.ts";

/** What reading the log has found. */
export interface ChainReport {
  readonly intact: boolean;
  readonly events: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly fault?: string;
  /** No fault of the chain: a clock was set back before time was held to the log. */
  readonly wentBack?: WentBack;
}

/** Events that are dated more than `TOLD_BEHIND_MS` before one that they follow. */
export interface WentBack {
  readonly count: number;
  /** The one that is furthest back, and by how much. */
  readonly seq: number;
  readonly ms: number;
}

/** Takes a log in pages, oldest first, and finds where the chain breaks. */
export interface ChainCheck {
  /** Further heads, before the first event that their trees hold. */
  expect(heads: readonly SealedHead[]): void;
  /** False after a fault was found: the rest need not be read. */
  add(page: readonly LoggedEvent[]): boolean;
  report(): ChainReport;
}

/** A head noted outside the store; the hash is hexadecimal. */
export interface NotedHead {
  readonly seq: number;
  readonly hash: string;
}

/** A head as a checkpoint has sealed it. */
export interface SealedHead extends NotedHead {
  /** The tree over the events behind `after`, up to the head; the root is hexadecimal. */
  readonly tree?: { readonly after: number; readonly root: string };
}

/** The hashes that a log is checked with. */
export interface LogHashes extends MerkleHashes {
  readonly link: LinkHash;
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
 * Checks the chain of one log, that it still contains heads that were noted earlier, and that its
 * events make the trees that checkpoints have signed. Events after the last of these heads may have
 * been cut or rewritten without a trace.
 */
export function createChainCheck(
  hashes: LogHashes,
  noted: string | readonly SealedHead[] = [],
): ChainCheck {
  const expected = new Map<number, Set<string>>();
  const trees = createTreesCheck(hashes);
  let last = 0;
  let head: ChainHead = EMPTY_HEAD;
  let workspace: string | undefined;
  let fault: string | undefined;
  const time = createTimeCheck();

  function expect(heads: readonly SealedHead[]): void {
    for (const one of heads) {
      last = Math.max(last, one.seq);
      expected.set(one.seq, (expected.get(one.seq) ?? new Set()).add(one.hash));
      fault ??= trees.expect(one, head);
    }
  }

  function isNoted({ seq, hash }: ChainHead): boolean {
    const found = expected.get(seq);
    expected.delete(seq);
    return found === undefined || (found.size === 1 && found.has(toHex(hash)));
  }

  function faultOf(next: LoggedEvent): string | undefined {
    const broken = chainFault(head, next, hashes.link);
    if (broken !== undefined) return broken;
    const { seq } = next.event;
    if (next.event.workspace !== (workspace ?? next.event.workspace)) {
      return `event ${seq} is of another workspace`;
    }
    if (!isNoted({ seq, hash: next.hash })) {
      return `event ${seq} is not the one whose hash was noted: the log was rewritten`;
    }
    return trees.add(next);
  }

  expect(typeof noted === "string" ? [parseHead(noted)] : noted);
  if (!isNoted(EMPTY_HEAD)) fault ??= "a noted head of an empty log is not that of one";
  return {
    expect,
    add(page) {
      for (const next of page) {
        fault ??= faultOf(next);
        if (fault !== undefined) return false;
        head = { seq: next.event.seq, hash: next.hash };
        time.add(next.event);
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
        ...present({ fault: found, wentBack: time.wentBack() }),
      };
    },
  };
}

/** Concurrent changes are dated when they are planned, and so not quite in their order. */
function createTimeCheck() {
  let latestMs = Number.NEGATIVE_INFINITY;
  let found: WentBack | undefined;
  return {
    add({ seq, at }: Pick<Event, "seq" | "at">): void {
      const ms = latestMs - toMs(at);
      if (ms < 0) latestMs = toMs(at);
      if (!(ms > TOLD_BEHIND_MS)) return;
      const furthest = found === undefined || ms > found.ms ? { seq, ms } : found;
      found = { ...furthest, count: (found?.count ?? 0) + 1 };
    },
    wentBack: () => found,
  };
}

interface ExpectedTree {
  readonly after: number;
  readonly seq: number;
  readonly root: string;
}

/** Grows the trees of checkpoints as the log passes, and compares their roots. */
function createTreesCheck(hashes: LogHashes) {
  /** By the event behind which each begins. */
  const ahead = new Map<number, ExpectedTree[]>();
  let open: (ExpectedTree & { readonly tree: MerkleTree })[] = [];

  return {
    expect({ seq, tree }: SealedHead, passed: ChainHead): string | undefined {
      if (tree === undefined) return undefined;
      const { after } = tree;
      if (after >= seq || after < passed.seq) {
        return `the checkpoint over event ${seq} does not follow the one before it`;
      }
      const known = ahead.get(after) ?? [];
      // A seal that did not get into the store is made again, over the same events.
      if (known.some((one) => one.seq === seq && one.root === tree.root)) return undefined;
      ahead.set(after, [...known, { ...tree, seq }]);
      return undefined;
    },
    add({ event }: LoggedEvent): string | undefined {
      const begun = ahead.get(event.seq - 1) ?? [];
      ahead.delete(event.seq - 1);
      open.push(...begun.map((one) => ({ ...one, tree: createMerkleTree(hashes) })));
      if (open.length === 0) return undefined;
      const leaf = hashes.leaf(eventBody(event));
      for (const { tree } of open) tree.add(leaf);
      const [done, rest] = [[...open], open.filter(({ seq }) => seq > event.seq)];
      open = rest;
      const broken = done.find(
        ({ seq, tree, root }) => seq === event.seq && toHex(tree.root() ?? NO_ROOT) !== root,
      );
      return broken === undefined
        ? undefined
        : `events ${broken.after + 1} to ${broken.seq} are not those whose root the checkpoint over event ${broken.seq} has signed`;
    },
  };
}

const NO_ROOT = new Uint8Array();
