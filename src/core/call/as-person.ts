import { EarshotError } from "../../domain/errors.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { LEFT_TO_PEOPLE } from "../../domain/people/rights.ts";

/**
 * The person who calls, also through a key for scripts. Throws NOT_ALLOWED for agents and services.
 */
export function asPerson({ principal }: Caller): PersonPrincipal {
  if (principal.kind === "person") return principal;
  throw new EarshotError(
    "NOT_ALLOWED",
    `Only people have an inbox, and "${principal.name}" is a ${principal.kind}. ${LEFT_TO_PEOPLE}`,
    { details: { kind: principal.kind, reason: "not_a_person" } },
  );
}
