import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";

/**
 * Throws NOT_ALLOWED for a key that carries less than its principal may. A sign-in link or a linked
 * account gives all of a person's rights, so a narrower key must not obtain one.
 */
export function assertWholeKey({ principal, rights }: Caller, what: string): void {
  const missing = rightsOf(principal).filter((right) => !rights.has(right));
  if (missing.length === 0) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${what} gives all the rights of ${principal.name}, and this key carries only some: it lacks ${missing.join(", ")}. Use a key with all of them.`,
    { details: { reason: "partial_key", missing } },
  );
}
