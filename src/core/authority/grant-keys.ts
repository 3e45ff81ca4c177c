import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { PublicKeys } from "../../ports/earshot/authority.ts";
import type { Change } from "../../ports/store/store.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";

/** The public keys that verify grants and checkpoints, and whose they are. */
export async function grantKeys(ctx: Context): Promise<PublicKeys> {
  const { keys } = await ctx.signer.publicKeys();
  return { keys, ...present({ deployment: await ctx.deployment() }) };
}

/**
 * Signs with a new key from now on, in all workspaces of this server; the caller's log records it.
 * Earlier signatures can still be verified.
 */
export async function rotateGrantKey(
  ctx: Context,
  caller: Caller,
  { options }: Given<unknown>,
): Promise<{ readonly kid: string }> {
  requireRight(caller, "policy");
  const call: CallIdentity = { caller, operation: "rotateGrantKey", input: {}, options };
  let made = await earlierResult(ctx, call);
  if (made !== undefined) return { kid: made };
  await ctx.signer
    .rotate(async (kid) => {
      made = await logRotation(ctx, call, kid);
      if (made !== kid) throw new RotatedBefore();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RotatedBefore)) throw error;
    });
  return { kid: made ?? "" };
}

/** A call with the same key was faster, so there is nothing to rotate. */
class RotatedBefore extends Error {}

/** The key that the call made, now or the first time. */
async function logRotation(ctx: Context, call: CallIdentity, kid: string): Promise<string> {
  const { workspace, id: actor } = call.caller.principal;
  const change: Change = {
    workspace,
    writes: [],
    events: [
      {
        type: "grant_key.rotated",
        at: nowOf(ctx),
        actor,
        subject: workspace,
        data: { revision: kid },
      },
    ],
  };
  return (await commitOnce(ctx, call, { result: kid, change })).result;
}
