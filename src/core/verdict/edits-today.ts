import type { Demand } from "../../domain/authority/authorization.ts";
import { stricterOf } from "../../domain/authority/edits.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { askPolicyAnew, soughtFor } from "./ask-policy.ts";
import { askedArgs } from "./open-secrets.ts";

/**
 * The demand, with what today's policy says about edits. An edit may lead to another rule. What the
 * rule for the agent's own arguments says still holds, or an edit would choose its own rule.
 */
export async function withEditsToday(
  ctx: Context,
  request: AuthorizationRequest,
  demand: Demand,
): Promise<Demand> {
  if (request.authorization.edit === undefined) return demand;
  const args = await askedArgs(ctx, request);
  const asked = await askPolicyAnew(ctx, soughtFor(request, args));
  return { ...demand, edits: stricterOf(asked.demand.edits, demand.edits) };
}
