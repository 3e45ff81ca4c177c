import type { Caller, PersonPrincipal } from "../../domain/principal.ts";
import { rightsOf } from "../../domain/rights.ts";

/**
 * An operator as their linked account speaks for them. No key is behind it: what wants a terminal, a
 * passphrase or a passkey is refused there.
 */
export function callerOf(principal: PersonPrincipal): Caller {
  return { principal, rights: new Set(rightsOf(principal)) };
}
