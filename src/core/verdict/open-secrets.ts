import { withPlain } from "../../domain/authority/secret-args.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";

/** The secret arguments of an authorization, by pointer. */
export async function openSecrets(
  ctx: Context,
  { id, workspace, authorization }: AuthorizationRequest,
): Promise<JsonObject> {
  if (authorization.secrets.length === 0) return {};
  const sealed = await ctx.store.findSealed(workspace, id);
  if (sealed === undefined) return {};
  return JSON.parse(ctx.vault.open(authorization.action.nonce, sealed)) as JsonObject;
}

/** The arguments as the agent asked for them, secrets included, before an operator changed any. */
export async function askedArgs(ctx: Context, request: AuthorizationRequest): Promise<JsonObject> {
  const { action, edit } = request.authorization;
  return withPlain(edit?.args ?? action.args, await openSecrets(ctx, request));
}
