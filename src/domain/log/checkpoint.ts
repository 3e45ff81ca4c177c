import type { DeploymentId, WorkspaceId } from "../id.ts";
import { type Issued, issuedBy, issuedIn } from "../issuer.ts";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import type { ChainHead } from "./chain.ts";
import { type NotedHead, parseHead, type SealedHead, toHex } from "./chain-check.ts";

/*
 * A checkpoint is a signed statement: the log of a workspace had this head at this time, and the
 * events since the checkpoint before are the leaves of this Merkle tree. The anchor keeps checkpoints
 * outside the store, one per line. With the anchor and the public keys, anyone can later prove that
 * the log was cut, rewritten or rolled back, without trusting the server. With one checkpoint and a
 * path, anyone can prove one event without the others.
 */

/** The payload of a checkpoint, a JWT of type `earshot-checkpoint+jwt`. */
export interface CheckpointClaims extends Issued {
  readonly workspace: WorkspaceId;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: Timestamp;
  /** The head of the previous checkpoint, as `SEQ:HASH`. */
  readonly previous?: string;
  /**
   * Hexadecimal: the root over the events behind the previous checkpoint, up to `seq`. Earlier
   * versions signed none.
   */
  readonly root?: string;
}

export interface Sealed {
  readonly deployment: DeploymentId | undefined;
  readonly workspace: WorkspaceId;
  readonly head: ChainHead;
  readonly at: Timestamp;
  readonly previous?: NotedHead | undefined;
  readonly root?: Uint8Array | undefined;
}

export function checkpointClaims({
  deployment,
  workspace,
  head,
  at,
  previous,
  root,
}: Sealed): CheckpointClaims {
  return {
    ...issuedBy(deployment),
    workspace,
    seq: head.seq,
    hash: toHex(head.hash),
    at,
    ...present({
      previous: previous === undefined ? undefined : `${previous.seq}:${previous.hash}`,
      root: root === undefined ? undefined : toHex(root),
    }),
  };
}

/** A line of the anchor. Only the token proves anything; the rest is for people to read. */
export interface AnchorLine extends NotedHead {
  readonly workspace: WorkspaceId;
  readonly at: Timestamp;
  readonly token: string;
}

export function anchorLine({ workspace, seq, hash, at, token }: AnchorLine): string {
  return JSON.stringify({ workspace, seq, hash, at, token });
}

/** Undefined for a text that is not a line of an anchor. */
export function parseAnchorLine(text: string): AnchorLine | undefined {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { workspace, seq, hash, at, token } = (line ?? {}) as Partial<Record<string, unknown>>;
  const isHead = isSeq(seq) && typeof hash === "string";
  const isText = typeof workspace === "string" && typeof at === "string";
  if (!isHead || !isText || typeof token !== "string") return undefined;
  return { workspace, seq, hash, at, token };
}

/** Reads the claims of a verified token as a checkpoint's; undefined if they are not. */
export function readCheckpoint(claims: JsonObject): CheckpointClaims | undefined {
  const { workspace, seq, hash, at, previous, root } = claims as Partial<Record<string, unknown>>;
  const issued = issuedIn(claims);
  if (issued === undefined || typeof workspace !== "string" || typeof at !== "string") {
    return undefined;
  }
  if (!isSeq(seq) || typeof hash !== "string" || !isHead(`${seq}:${hash}`)) {
    return undefined;
  }
  if (!isHeadOrNone(previous) || !isRootOrNone(root)) return undefined;
  return { ...issued, workspace, seq, hash, at, ...present({ previous, root }) };
}

/** The heads that a checkpoint names: its own and the previous checkpoint's. */
export function headsOf(checkpoint: CheckpointClaims): readonly SealedHead[] {
  const { seq, hash, previous } = checkpoint;
  const own = { seq, hash, ...present({ tree: treeOf(checkpoint) }) };
  return previous === undefined ? [own] : [parseHead(previous), own];
}

/** The tree that a checkpoint has signed; undefined if it is of an earlier version. */
export function treeOf({ previous, root }: CheckpointClaims): SealedHead["tree"] {
  if (root === undefined) return undefined;
  return { after: previous === undefined ? 0 : parseHead(previous).seq, root };
}

/** Whether the readable part of a line agrees with its token. */
export function isSameCheckpoint(line: AnchorLine, claims: CheckpointClaims): boolean {
  return (
    line.workspace === claims.workspace &&
    line.seq === claims.seq &&
    line.hash === claims.hash &&
    line.at === claims.at
  );
}

function isSeq(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isHeadOrNone(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && isHead(value));
}

const ROOT = /^[0-9a-f]{64}$/;

function isRootOrNone(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && ROOT.test(value));
}

function isHead(text: string): boolean {
  try {
    parseHead(text);
    return true;
  } catch {
    return false;
  }
}
