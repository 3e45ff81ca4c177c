import { isApprover } from "../authority/authorization.ts";
import type { Principal, Right } from "../people/principal.ts";
import type { ShownRequest } from "./request.ts";

/**
 * Whether somebody may say no to an agent's open request: reject an action, or cancel a question. Ask
 * this before closing many: the core logs each refusal as a violation.
 */
export function mayClose(
  { principal, rights }: { readonly principal: Principal; readonly rights: readonly Right[] },
  request: ShownRequest,
): boolean {
  if (request.kind === "question") return rights.includes("withdraw");
  return rights.includes("decide") && isApprover(request.authorization.demand, principal);
}
