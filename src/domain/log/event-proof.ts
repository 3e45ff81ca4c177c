import { toHex } from "./chain-check.ts";
import { type CheckpointClaims, treeOf } from "./checkpoint.ts";
import { type Event, eventBody } from "./event.ts";
import { fromHex, isEvent, isObject } from "./exported-line.ts";
import { type MerkleHashes, rootOfPath } from "./merkle.ts";

/** Proves with one checkpoint that the log holds an event, without the events beside it. */
export interface EventProof {
  /** The place of the event among those that the checkpoint seals, from 0. */
  readonly index: number;
  /** How many the checkpoint seals. */
  readonly size: number;
  /** At most 20 hashes in hexadecimal, from the event's to the root. */
  readonly path: readonly string[];
  /** The token of the checkpoint, whose signature is to be verified first. */
  readonly checkpoint: string;
}

/** The place of an event in a tree; the numbers say where it must be. */
export function placeIn(
  { after, upTo }: { readonly after: number; readonly upTo: number },
  seq: number,
): Pick<EventProof, "index" | "size"> {
  return { index: seq - after - 1, size: upTo - after };
}

/** Why the event is not proved by a checkpoint that somebody trusted has signed; undefined if it is. */
export function proofFault(
  { event, proof }: { readonly event: Event; readonly proof: Omit<EventProof, "checkpoint"> },
  checkpoint: CheckpointClaims,
  hashes: MerkleHashes,
): string | undefined {
  const tree = treeOf(checkpoint);
  if (tree === undefined) return "its checkpoint is of a version that signed no root";
  if (event.workspace !== checkpoint.workspace) {
    return `its checkpoint is of another workspace, ${checkpoint.workspace}`;
  }
  const { index, size } = placeIn({ ...tree, upTo: checkpoint.seq }, event.seq);
  if (proof.index !== index || proof.size !== size) {
    return `its path is that of event ${tree.after + proof.index + 1} among ${proof.size}, and not of event ${event.seq} among ${size}`;
  }
  const path = proof.path.map(fromHex);
  const root = rootOfPath(hashes.leaf(eventBody(event)), { index, size, path }, hashes);
  return root !== undefined && toHex(root) === tree.root
    ? undefined
    : "its path does not lead from this event to the root that the checkpoint has signed";
}

const HASH = /^[0-9a-f]{64}$/;

/** The proof in a file; undefined if the file holds no proof. A part that nothing hashes proves nothing. */
export function readProof(
  value: unknown,
): { readonly event: Event; readonly proof: EventProof } | undefined {
  const { event, proof } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (!isObject(event) || !isObject(proof)) return undefined;
  const { index, size, path, checkpoint } = proof;
  const isPlace = Number.isSafeInteger(index) && Number.isSafeInteger(size);
  const isPath = Array.isArray(path) && path.every((hash) => HASH.test(String(hash)));
  if (!isPlace || !isPath || typeof checkpoint !== "string") return undefined;
  return isEvent(event) ? ({ event, proof } as never) : undefined;
}
