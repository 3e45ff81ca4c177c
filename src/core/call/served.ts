import { EarshotError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/people/principal.ts";

/** Throws NOT_ALLOWED for a halted agent, whatever key or token it holds. */
export function assertServed(principal: Principal): void {
  if (principal.kind !== "agent" || principal.haltedAt === undefined) return;
  const { id, name, haltedAt } = principal;
  throw new EarshotError(
    "NOT_ALLOWED",
    `The agent ${name} was halted by an operator, so nothing of it is served. An operator can resume it: npx earshot agents resume "${name}".`,
    { details: { id, reason: "agent_halted", haltedAt } },
  );
}
