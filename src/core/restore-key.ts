import { EarshotError } from "../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../domain/id.ts";
import type { Context } from "./context.ts";
import { newKey } from "./keys.ts";

/**
 * Makes a new key for one of the two principals that the default workspace began with, where the
 * file of the old one is gone: lost, or never written since the process ended in between.
 */
export async function restoreKey(ctx: Context, name: "operator" | "agent"): Promise<string> {
  const kind = name === "operator" ? "person" : "agent";
  const workspace = DEFAULT_WORKSPACE;
  const principal = await ctx.store.findPrincipalByName({ workspace, kind, name });
  if (principal === undefined) {
    throw new EarshotError("NOT_FOUND", `There is no ${kind} named "${name}" to make a key for.`);
  }
  const { secret, writes, events } = newKey(ctx, principal, {});
  const done = await ctx.commit({ workspace, writes, events });
  if (done.outcome === "committed") return secret;
  throw new EarshotError("CONFLICT", "A key could not be made. Start again.");
}
