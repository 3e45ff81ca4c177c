import { isAtLeast } from "../authority/action.ts";
import type { Demand } from "../authority/authorization.ts";

/**
 * Why what was approved under one demand is not enough under another, as the end of a sentence;
 * undefined where it is. People who decided by a name or a role that is named no more may not have
 * been entitled, so that counts as more.
 */
export function demandsMore(before: Demand, now: Demand): string | undefined {
  if (!isAtLeast(before.level, now.level)) {
    return `the level is ${now.level} now, and was ${before.level}`;
  }
  if (now.quorum > before.quorum) {
    return `${now.quorum} people have to approve now, and it was ${before.quorum}`;
  }
  if (now.stepUp && !before.stepUp) return "each approver has to prove anew who they are now";
  const gone = [
    ...before.approvers.names.filter((name) => !now.approvers.names.includes(name)),
    ...before.approvers.roles
      .filter((role) => !now.approvers.roles.includes(role))
      .map((role) => `every ${role}`),
  ];
  if (gone.length === 0) return undefined;
  return `these decide no more: ${gone.join(", ")}`;
}
