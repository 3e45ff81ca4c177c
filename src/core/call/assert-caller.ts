import { EarshotError } from "../../domain/errors.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { LEFT_TO_PEOPLE } from "../../domain/people/rights.ts";

/**
 * The person who calls. Throws NOT_ALLOWED for an agent, a service, or a script in a person's name.
 */
export function asOperator({ principal, unattended }: Caller): PersonPrincipal {
  if (principal.kind === "person" && unattended !== true) return principal;
  const hint =
    principal.kind === "person"
      ? "Use the inbox or the key of a person, not one for scripts or programs."
      : LEFT_TO_PEOPLE;
  throw new EarshotError("NOT_ALLOWED", `This is an operator's own to do. ${hint}`, {
    details: { kind: principal.kind, reason: "not_an_operator" },
  });
}
