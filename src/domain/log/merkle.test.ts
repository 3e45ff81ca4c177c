import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_SEALED_EVENTS } from "../limits.ts";
import { toHex } from "./chain-check.ts";
import { createMerklePath, createMerkleTree, type MerkleHashes, rootOfPath } from "./merkle.ts";

const sha256 = (first: number, ...parts: readonly (string | Uint8Array)[]) => {
  const made = createHash("sha256").update(Uint8Array.of(first));
  for (const part of parts) made.update(part);
  return made.digest();
};
const hashes: MerkleHashes = {
  leaf: (body) => sha256(0, body),
  node: (left, right) => sha256(1, left, right),
};

function rootOf(leaves: readonly Uint8Array[]): Uint8Array | undefined {
  const tree = createMerkleTree(hashes);
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

function pathOf(leaves: readonly Uint8Array[], index: number): readonly Uint8Array[] {
  const made = createMerklePath({ index, size: leaves.length }, hashes);
  for (const leaf of leaves) made.add(leaf);
  return made.path() ?? [];
}

/** The definition of RFC 9162, section 2.1.1, word for word. */
function defined(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashes.node(defined(leaves.slice(0, split)), defined(leaves.slice(split)));
}

/* The test data of Certificate Transparency's own implementations. */
const KNOWN = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => sha256(0, Buffer.from(hex, "hex")));
const KNOWN_ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

test.each(KNOWN_ROOTS.map((root, index) => [index + 1, root] as const))(
  "%i leaves have the root that every implementation of RFC 9162 makes",
  (size, root) => {
    expect(toHex(rootOf(KNOWN.slice(0, size)) ?? new Uint8Array())).toBe(root);
  },
);

const leavesOf = fc
  .integer({ min: 1, max: 70 })
  .map((size) => Array.from({ length: size }, (_, index) => hashes.leaf(`event ${index}`)));
const placed = leavesOf.chain((leaves) =>
  fc.record({ leaves: fc.constant(leaves), index: fc.nat({ max: leaves.length - 1 }) }),
);

test("a tree that grows leaf by leaf has the root of the definition", () => {
  fc.assert(
    fc.property(leavesOf, (leaves) => {
      expect(rootOf(leaves)).toEqual(defined(leaves));
    }),
  );
});

test("a tree without a leaf has no root", () => {
  expect(rootOf([])).toBeUndefined();
});

test("the path of each leaf leads to the root, and to no other place", () => {
  fc.assert(
    fc.property(placed, fc.nat({ max: 69 }), ({ leaves, index }, other) => {
      const size = leaves.length;
      const leaf = leaves[index] as Uint8Array;
      const path = pathOf(leaves, index);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      expect(rootOfPath(leaf, { index, size, path }, hashes)).toEqual(rootOf(leaves));
      const elsewhere = rootOfPath(leaf, { index: other, size, path }, hashes);
      if (other !== index) expect(elsewhere).not.toEqual(rootOf(leaves));
    }),
  );
});

test("a path that is shorter, longer or of a leaf outside proves nothing", () => {
  fc.assert(
    fc.property(placed, ({ leaves, index }) => {
      const size = leaves.length;
      const leaf = leaves[index] as Uint8Array;
      const path = pathOf(leaves, index);
      const at = (place: { index: number; path: readonly Uint8Array[] }) =>
        rootOfPath(leaf, { ...place, size }, hashes);
      expect(at({ index, path: [...path, leaf] })).toBeUndefined();
      if (path.length > 0) expect(at({ index, path: path.slice(1) })).toBeUndefined();
      for (const outside of [-1, 0.5, size, Number.NaN]) {
        expect(at({ index: outside, path })).toBeUndefined();
      }
    }),
  );
});

test("a node that is passed as a leaf leads to another root", () => {
  const [one, two, three] = ["one", "two", "three"].map(hashes.leaf);
  if (one === undefined || two === undefined || three === undefined) throw new Error("No leaves.");
  const root = rootOf([one, two, three]);
  const node = hashes.node(one, two);
  // With this hash for a leaf, the same tree would have two leaves.
  expect(rootOfPath(node, { index: 0, size: 2, path: [three] }, hashes)).toEqual(root);
  const asLeaf = sha256(0, one, two);
  expect(rootOfPath(asLeaf, { index: 0, size: 2, path: [three] }, hashes)).not.toEqual(root);
});

test("there is no path before all leaves are there", () => {
  const made = createMerklePath({ index: 0, size: 2 }, hashes);
  made.add(hashes.leaf("one"));
  expect(made.path()).toBeUndefined();
});

test("the largest tree that a checkpoint seals has paths of 20 hashes", () => {
  expect(Math.log2(MAX_SEALED_EVENTS)).toBe(20);
  const made = createMerklePath({ index: 0, size: 2 ** 14 }, hashes);
  const leaf = hashes.leaf("the same");
  for (let index = 0; index < 2 ** 14; index++) made.add(leaf);
  expect(made.path()).toHaveLength(14);
});
