import { isEarshotError } from "../../domain/errors.ts";
import { type ContentMode, contentMode, type RoutingRules } from "../../domain/hub/routing.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";

/** The routing rules of the policy in force; undefined if the stored policy was tampered with. */
export async function routingInForce(
  { policies }: Context,
  workspace: WorkspaceId,
): Promise<RoutingRules | undefined> {
  try {
    return (await policies.of(workspace)).compiled.policy.routing ?? {};
  } catch (error) {
    if (isEarshotError(error, "DIGEST_MISMATCH")) return undefined;
    throw error;
  }
}

/** If the routing cannot be read, a channel may show the least. */
export async function modeOf(
  ctx: Context,
  request: ShownRequest,
  channel: Parameters<typeof contentMode>[1]["channel"],
): Promise<ContentMode> {
  const rules = await routingInForce(ctx, request.workspace);
  if (rules === undefined) return "minimal";
  if (request.kind === "question") return contentMode(rules, { channel });
  return contentMode(rules, { channel, level: request.authorization.demand.level });
}
