import { isEarshotError } from "../../domain/errors.ts";
import { type ContentMode, contentMode, type RoutingRules } from "../../domain/hub/routing.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";

/** What the policy in force says of reaching people; undefined where it was changed behind our back. */
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

/** Where nobody can tell how much may stand on a channel, it is the least. */
export async function modeOf(
  ctx: Context,
  request: Request,
  channel: Parameters<typeof contentMode>[1]["channel"],
): Promise<ContentMode> {
  const rules = await routingInForce(ctx, request.workspace);
  if (rules === undefined) return "minimal";
  if (request.kind === "question") return contentMode(rules, { channel });
  return contentMode(rules, { channel, level: request.authorization.demand.level });
}
