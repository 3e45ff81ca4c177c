import { EarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { Write } from "../ports/store/store.ts";
import type { Context } from "./call/context.ts";
import { assertServed } from "./call/served.ts";
import { revokedAt } from "./deciders/withdrawn-votes.ts";

/**
 * The context of one caller. A commit through it applies only while the caller's key stands and the
 * agent is not halted. Another node may have revoked or halted without this one knowing yet; a
 * store with a single writer needs no such check.
 */
export function byCaller(ctx: Context, caller: Caller): Context {
  const ground = groundOf(caller);
  if (ctx.others === undefined || ground === undefined) return ctx;
  return {
    ...ctx,
    async commit(change) {
      const result = await ctx.commit({ ...change, writes: [ground, ...change.writes] });
      // Retrying would not help a caller who is shut out.
      if (result.outcome === "conflict") await assertStands(ctx, caller);
      return result;
    },
  };
}

function groundOf({ key, principal }: Caller): Write | undefined {
  const agent = principal.kind === "agent" ? { agent: principal.id } : {};
  if (key === undefined && principal.kind !== "agent") return undefined;
  return { type: "ground.holds", ...agent, keys: key === undefined ? [] : [key] };
}

/** Reads the store, never a cache. */
async function assertStands(ctx: Context, { key, principal }: Caller): Promise<void> {
  const { workspace, id } = principal;
  const now = principal.kind === "agent" ? await ctx.store.findPrincipal(workspace, id) : undefined;
  if (now !== undefined) assertServed(now);
  if (revokedAt(await ctx.store.listKeys(workspace), key) === undefined) return;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    `The key ${key} was revoked, so nothing was changed. Use another key.`,
  );
}
