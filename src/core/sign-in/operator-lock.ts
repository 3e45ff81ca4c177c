import { EarshotError } from "../../domain/errors.ts";
import type { KeyId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { type Context, nowOf } from "../call/context.ts";
import { inTurn } from "../call/one-at-a-time.ts";
import { isGoodKey } from "../callers/web-session-key.ts";

/**
 * Runs calls that let operators in, or keep them out, one after another. A removed operator must
 * not get a key, a link or a session from a call that was under way.
 */
export function inOperatorTurn<T>(
  ctx: Context,
  workspace: WorkspaceId,
  work: () => Promise<T>,
): Promise<T> {
  return inTurn(ctx, { workspace, name: `operators ${workspace}` }, work);
}

/** The same for a caller; throws NOT_SIGNED_IN if their key ended before their turn came. */
export function inCallersTurn<T>(ctx: Context, caller: Caller, work: () => Promise<T>): Promise<T> {
  return inOperatorTurn(ctx, caller.principal.workspace, async () => {
    await assertStillIn(ctx, caller);
    return await work();
  });
}

/** Whether the key lets its holder in now. */
export async function isStillGood(
  ctx: Context,
  workspace: WorkspaceId,
  id: KeyId,
): Promise<boolean> {
  const keys = await ctx.people.keys(workspace);
  const known = keys.find(({ key }) => key.id === id);
  return known !== undefined && isGoodKey(known.key, nowOf(ctx));
}

async function assertStillIn(ctx: Context, { principal, key: id }: Caller): Promise<void> {
  if (id === undefined || (await isStillGood(ctx, principal.workspace, id))) return;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    `The key ${id} was revoked while this was under way. Nothing was changed.`,
    { details: { id } },
  );
}
