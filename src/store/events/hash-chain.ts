import { hash } from "node:crypto";
import { CHAIN_PREFIX, type LinkHash } from "../../domain/log/chain.ts";

/* One buffer for all: hashing is synchronous, and making a new one costs more than the hash. */
const HEAD_BYTES = CHAIN_PREFIX.length + 32;
const MAX_BYTES_PER_UNIT = 3;
let buffer = Buffer.alloc(4096);
buffer.write(CHAIN_PREFIX, "latin1");

export const linkHash: LinkHash = (previous, body) => {
  const needed = HEAD_BYTES + body.length * MAX_BYTES_PER_UNIT;
  if (buffer.length < needed) {
    buffer = Buffer.alloc(needed);
    buffer.write(CHAIN_PREFIX, "latin1");
  }
  buffer.set(previous, CHAIN_PREFIX.length);
  const end = HEAD_BYTES + buffer.write(body, HEAD_BYTES);
  return hash("sha256", buffer.subarray(0, end), "buffer");
};
