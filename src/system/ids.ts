import { randomFillSync } from "node:crypto";
import { formatId, type IdPrefix } from "../domain/id.ts";
import type { Clock } from "../ports/system/clock.ts";
import type { Ids } from "../ports/system/ids.ts";

const FORTY_BITS = 2 ** 40;
const ID_BYTES = 10;
const SALT_BYTES = 12;
const SECRET_BYTES = 32;

/** Fills the array with random bytes. */
export type FillRandom = (bytes: Uint8Array) => void;

/**
 * Ids from the time and 80 random bits. Within one millisecond, and while the clock stands or goes
 * back, the random part counts up by a random step. So ids sort in the order in which they were
 * made.
 */
export function createIds(
  clock: Pick<Clock, "now">,
  fillRandom: FillRandom = (bytes) => randomFillSync(bytes),
): Ids {
  // One system call for many ids: one for each would cost more than everything else.
  const pool = new Uint8Array(4096);
  const view = new DataView(pool.buffer);
  let used = pool.length;
  let lastMs = -1;
  let high = 0;
  let low = 0;

  /** The offset in the pool of `count` fresh random bytes, valid until the next draw. */
  function draw(count: number): number {
    if (used + count > pool.length) {
      fillRandom(pool);
      used = 0;
    }
    used += count;
    return used - count;
  }

  return {
    next<P extends IdPrefix>(prefix: P) {
      const at = draw(ID_BYTES);
      const ms = clock.now();
      if (ms > lastMs) {
        lastMs = ms;
        high = view.getUint32(at) * 256 + view.getUint8(at + 4);
        low = view.getUint32(at + 5) * 256 + view.getUint8(at + 9);
      } else {
        low += 1 + view.getUint32(at);
        if (low >= FORTY_BITS) {
          low -= FORTY_BITS;
          high += 1;
        }
        // When the random part is used up, the next millisecond is taken.
        if (high === FORTY_BITS) {
          high = 0;
          lastMs += 1;
        }
      }
      return formatId(prefix, lastMs, { high, low });
    },
    secret() {
      const bytes = new Uint8Array(SECRET_BYTES);
      fillRandom(bytes);
      return Buffer.from(bytes).toString("base64url");
    },
    salt() {
      const at = draw(SALT_BYTES);
      return Buffer.from(pool.buffer, at, SALT_BYTES).toString("base64url");
    },
  };
}
