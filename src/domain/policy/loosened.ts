import { isAtLeast } from "../authority/action.ts";
import { isLooserRule } from "../authority/edits.ts";
import { demandsMore } from "./demands.ts";
import type { PolicyVerdict } from "./policy.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * Whether a call needs fewer or other people under the later verdict, a lower level, no step-up or less
 * haste. What is stricter in one regard and looser in another is loosened.
 */
export function isLoosened(before: PolicyVerdict, after: PolicyVerdict): boolean {
  const [was, is] = [STRICTNESS[before.outcome], STRICTNESS[after.outcome]];
  if (was !== is) return is < was;
  const [from, to] = [before.demand, after.demand];
  if (after.outcome !== "ask") return !isAtLeast(to.level, from.level);
  return (
    demandsMore(to, from) !== undefined ||
    (to.hands === "any" && from.hands !== "any") ||
    to.expiresInMs > from.expiresInMs ||
    isLooserRule(from.edits, to.edits)
  );
}
