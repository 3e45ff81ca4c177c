import { formatId } from "../domain/id.ts";

const FORTY_BITS = 2 ** 40;

/** A new key for a call. It begins with the time, which keeps the server's index of keys warm. */
export function newIdempotencyKey(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint32Array(3));
  const random = { high: (a * 256 + (c & 255)) % FORTY_BITS, low: b * 256 + ((c >>> 8) & 255) };
  return formatId("key", Date.now(), random).replace("key_", "call_");
}
