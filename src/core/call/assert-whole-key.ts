import { EarshotError } from "../../domain/errors.ts";
import type { Caller, Principal, Right } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";

/**
 * Throws NOT_ALLOWED for a key that carries less than its principal may. A sign-in link or a linked
 * account gives all of a person's rights, so a narrower key must not obtain one.
 */
export function assertWholeKey(caller: Caller, what: string): void {
  assertCarries(caller, { what, of: caller.principal, rights: rightsOf(caller.principal) });
}

export interface Given {
  /** What gives the rights, to begin a sentence with. */
  readonly what: string;
  readonly of: Pick<Principal, "name">;
  readonly rights: readonly Right[];
}

/**
 * Throws NOT_ALLOWED for a key that lacks a right which it is to give. Otherwise a key made for one
 * task could make itself one for every task.
 */
export function assertCarries({ rights: carried }: Caller, { what, of, rights }: Given): void {
  const missing = rights.filter((right) => !carried.has(right));
  if (missing.length === 0) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${what} gives rights of ${of.name} that this key does not carry: it lacks ${missing.join(", ")}. Use a key that has them, or give fewer.`,
    { details: { reason: "partial_key", missing } },
  );
}
