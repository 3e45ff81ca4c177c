import { hash } from "node:crypto";
import { CHAIN_PREFIX, type LinkHash } from "../../domain/log/chain.ts";
import type { LogHashes } from "../../domain/log/chain-check.ts";
import type { MerkleHashes } from "../../domain/log/merkle.ts";

/* One buffer for all: hashing is synchronous, and making a new one costs more than the hash. */
const HEAD_BYTES = CHAIN_PREFIX.length + 32;
const MAX_BYTES_PER_UNIT = 3;
let buffer = withHead(4096);

function withHead(bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  made.write(CHAIN_PREFIX, "latin1");
  return made;
}

/** Writes the body behind the room of the head; returns its end. */
function put(body: string): number {
  const needed = HEAD_BYTES + body.length * MAX_BYTES_PER_UNIT;
  if (buffer.length < needed) buffer = withHead(needed);
  return HEAD_BYTES + buffer.write(body, HEAD_BYTES);
}

export const linkHash: LinkHash = (previous, body) => {
  const end = put(body);
  buffer.set(previous, CHAIN_PREFIX.length);
  return hash("sha256", buffer.subarray(0, end), "buffer");
};

const LEAF = 0;
const NODE = 1;
const pair = Buffer.alloc(1 + 32 + 32, NODE);

export const merkleHashes: MerkleHashes = {
  leaf(body) {
    const end = put(body);
    // In the last byte of the hash before, which every link overwrites.
    buffer[HEAD_BYTES - 1] = LEAF;
    return hash("sha256", buffer.subarray(HEAD_BYTES - 1, end), "buffer");
  },
  node(left, right) {
    pair.set(left, 1);
    pair.set(right, 33);
    return hash("sha256", pair, "buffer");
  },
};

export const logHashes: LogHashes = { ...merkleHashes, link: linkHash };
