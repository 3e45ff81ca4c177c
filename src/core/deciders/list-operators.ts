import type { PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Operator } from "../../ports/earshot/operators.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isGoodKey, isWebKey } from "../callers/web-session-key.ts";

/** Everybody known here, by name, with their means of signing in. */
export async function listOperators(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly Operator[] }> {
  requireRight(caller, "people");
  return { items: await operatorsOf(ctx, caller.principal.workspace) };
}

export async function operatorsOf(ctx: Context, workspace: string): Promise<readonly Operator[]> {
  const people = await ctx.store.listPrincipals(workspace, "person");
  const now = nowOf(ctx);
  const listed = await ctx.store.listKeys(workspace);
  const good = listed.filter(({ key }) => isGoodKey(key, now));
  const invited = await invitations(ctx, workspace, good);
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
      ...present({ invitedUntil: invited.get(principal.id) }),
    });
  }
  return operators;
}

/**
 * Until when each person can come in by a link or an invitation. A link lives no longer than the key
 * or session that made it.
 */
async function invitations(
  ctx: Context,
  workspace: string,
  good: readonly KeyOwner[],
): Promise<ReadonlyMap<PrincipalId | undefined, Timestamp>> {
  const now = nowOf(ctx);
  const links = await ctx.store.listTickets(workspace, "sign_in_link");
  const usable = links.filter(
    ({ key: by }) => by === undefined || good.some(({ key }) => key.id === by),
  );
  const waiting = (await ctx.store.listInvitations(workspace)).flatMap(({ key }) =>
    key.invitation === undefined || key.revokedAt !== undefined
      ? []
      : [{ principal: key.principal, expiresAt: key.invitation.expiresAt }],
  );
  const all = [...usable, ...waiting]
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1));
  return new Map(all.map(({ principal, expiresAt }) => [principal, expiresAt]));
}
