import { hashText } from "../guard/hash-text.ts";

/**
 * Names a matter for good: the thread, and the id that the framework gives the call or the interrupt. After a
 * restart the same key finds what was asked, and what people have said. Of any length.
 */
export type StableKey = string | readonly string[];

/** The key as a call carries it: what is done with a matter has a key of its own. */
export function keyFor(what: string, key: StableKey): string {
  return `bridge:${what}:${hashText(JSON.stringify([key].flat()))}`;
}
