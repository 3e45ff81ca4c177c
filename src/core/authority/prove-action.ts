import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ActionProof } from "../../domain/log/action-proof.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { sealNow } from "../log/seal-log.ts";
import { grantKeys } from "./grant-keys.ts";

/** All that the log says of one request, sealed, with the public keys to check it by. */
export async function proveAction(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: RequestId },
): Promise<ActionProof> {
  requireRight(caller, "audit");
  const { workspace } = await findRequest(ctx, caller, id);
  await sealNow(ctx, workspace, () => ({ events: [] }));
  const proof = await ctx.audit.proveAction(workspace, id);
  return { ...proof, keys: (await grantKeys(ctx)) as unknown as JsonObject };
}
