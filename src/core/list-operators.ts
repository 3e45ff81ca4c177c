import type { Caller } from "../domain/principal.ts";
import { requireRight } from "../domain/rights.ts";
import type { Operator } from "../ports/operators.ts";
import { type Context, nowOf } from "./context.ts";
import { isGoodKey, isWebKey } from "./web-session-key.ts";

/** Everybody who is known here, by name, with what lets them in. */
export async function listOperators(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly Operator[] }> {
  requireRight(caller, "keys");
  return { items: await operatorsOf(ctx, caller.principal.workspace) };
}

export async function operatorsOf(ctx: Context, workspace: string): Promise<readonly Operator[]> {
  const people = await ctx.store.listPrincipals(workspace, "person");
  const now = nowOf(ctx);
  const listed = await ctx.store.listKeys(workspace);
  const good = listed.filter(({ key }) => isGoodKey(key, now));
  const passkeys = await ctx.store.listPasskeys(workspace);
  const operators: Operator[] = [];
  for (const principal of people) {
    if (principal.kind !== "person") continue;
    const own = good.filter(({ key }) => key.principal === principal.id);
    const webSessions = own.filter(({ key }) => isWebKey(key)).length;
    const passphrase = await ctx.store.findPassphrase(principal.workspace, principal.id);
    operators.push({
      principal,
      keys: own.length - webSessions,
      webSessions,
      passkeys: passkeys.filter(({ passkey }) => passkey.operator === principal.id).length,
      hasPassphrase: passphrase !== undefined,
    });
  }
  return operators;
}
