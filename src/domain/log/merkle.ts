/*
 * The Merkle tree of RFC 9162, section 2.1, over the bodies of the events that a checkpoint seals. A
 * leaf and a node hash different first bytes, so that no node passes for an event.
 */

/** `leaf` is SHA-256(0x00 ‖ body), `node` is SHA-256(0x01 ‖ left ‖ right). */
export interface MerkleHashes {
  leaf(body: string): Uint8Array;
  node(left: Uint8Array, right: Uint8Array): Uint8Array;
}

/** Grows by leaves in order, and keeps one hash for each of its full subtrees. */
export interface MerkleTree {
  add(leaf: Uint8Array): void;
  /** Undefined without a leaf. */
  root(): Uint8Array | undefined;
}

export function createMerkleTree({ node }: Pick<MerkleHashes, "node">): MerkleTree {
  /** Of the largest subtree first; their sizes are the bits of the number of leaves. */
  const peaks: Uint8Array[] = [];
  let size = 0;
  return {
    add(leaf) {
      let merged = leaf;
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        merged = node(peaks.pop() as Uint8Array, merged);
      }
      peaks.push(merged);
      size += 1;
    },
    root: () =>
      peaks.reduceRight<Uint8Array | undefined>(
        (right, left) => (right === undefined ? left : node(left, right)),
        undefined,
      ),
  };
}

/** Where a leaf stands in a tree. */
export interface LeafPlace {
  /** From 0. */
  readonly index: number;
  /** How many leaves the tree has. */
  readonly size: number;
}

/** Takes all leaves of a tree in order, and gives the path of one of them. */
export interface MerklePath {
  add(leaf: Uint8Array): void;
  /** From the leaf to the root; undefined while leaves are missing. */
  path(): readonly Uint8Array[] | undefined;
}

export function createMerklePath(place: LeafPlace, hashes: Pick<MerkleHashes, "node">): MerklePath {
  const besides = besidesOf(place).map((range) => ({ ...range, tree: createMerkleTree(hashes) }));
  let next = 0;
  return {
    add(leaf) {
      const at = next;
      next += 1;
      besides.find(({ start, end }) => at >= start && at < end)?.tree.add(leaf);
    },
    path() {
      if (next !== place.size) return undefined;
      return besides.flatMap(({ tree }) => tree.root() ?? []);
    },
  };
}

/** The leaves of the subtrees beside a leaf, from the smallest subtree to the largest. */
function besidesOf({ index, size }: LeafPlace): { readonly start: number; readonly end: number }[] {
  const besides: { readonly start: number; readonly end: number }[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const split = start + largestPowerBelow(end - start);
    const isLeft = index < split;
    besides.unshift(isLeft ? { start: split, end } : { start, end: split });
    if (isLeft) end = split;
    else start = split;
  }
  return besides;
}

/** The largest power of two that is smaller than a number of at least two. */
function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** The root that a leaf and its path lead to; undefined for a path that such a place cannot have. */
export function rootOfPath(
  leaf: Uint8Array,
  { index, size, path }: LeafPlace & { readonly path: readonly Uint8Array[] },
  { node }: Pick<MerkleHashes, "node">,
): Uint8Array | undefined {
  const isPlace = Number.isSafeInteger(index) && index >= 0 && index < size;
  const besides = isPlace ? besidesOf({ index, size }) : undefined;
  if (besides === undefined || besides.length !== path.length) return undefined;
  return path.reduce(
    (hash, beside, at) =>
      (besides[at]?.start ?? 0) > index ? node(hash, beside) : node(beside, hash),
    leaf,
  );
}
