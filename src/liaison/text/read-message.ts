import { spokenIn } from "../phrases/spoken.ts";
import { MAX_EXCHANGE_LENGTH } from "./limits.ts";
import { withoutManners } from "./manners.ts";
import { type Material, partMaterial } from "./material.ts";

export interface Message {
  /** What the person wants, in their words. */
  readonly will: string;
  readonly material: readonly Material[];
}

/** A book may be pasted, and the wish stands before it or behind it. */
const MAX_MESSAGE = 4 * 1024 * 1024;

/**
 * Parts a message into the person's will and what they pasted. Pasted text is never their will, whatever
 * it demands.
 */
export function readMessage(text: string): Message {
  const { own, material } = partMaterial(text.slice(0, MAX_MESSAGE));
  const bounded = own.slice(0, MAX_EXCHANGE_LENGTH);
  return { will: withoutManners(bounded, spokenIn(bounded) ?? "en"), material };
}
