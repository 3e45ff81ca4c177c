import { EarshotError } from "../../domain/errors.ts";
import type { KeyId, PasskeyId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { PersonPrincipal, Principal } from "../../domain/people/principal.ts";
import { effectiveRights } from "../../domain/people/rights.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isGoodKey, isWebKey } from "../callers/web-session-key.ts";

/** What an act takes away: everything that lets a person in, or one key or passkey of theirs. */
export interface TakenAway {
  readonly of: Principal;
  readonly only?: KeyId | PasskeyId;
}

/**
 * Throws NOT_ALLOWED if no owner could get in and manage operators once it is taken away. Call it in
 * the operators' turn, or two owners could end each other's last way in at the same moment.
 */
export async function assertOwnerStays(ctx: Context, taken: TakenAway): Promise<void> {
  const { of, only } = taken;
  if (of.kind !== "person" || of.role !== "owner") return;
  const ways = await waysIn(ctx, of.workspace);
  const isTaken = ({ owner, id }: WayIn) => owner === of.id && (only === undefined || id === only);
  // What lets nobody in may always end, and a removal asks that somebody else is in.
  if (only !== undefined && !ways.some(isTaken)) return;
  if (ways.some((way) => !isTaken(way))) return;
  throw only === undefined ? lastOwner(of) : lastWayIn(of, only);
}

/** The owners who would be left without this person and can get in. */
export async function otherOwners(
  ctx: Context,
  { workspace, id }: PersonPrincipal,
): Promise<number> {
  const owners = new Set((await waysIn(ctx, workspace)).map(({ owner }) => owner));
  owners.delete(id);
  return owners.size;
}

/** Whether the person has a key, a web session or a passkey that lets them in now. */
export async function canGetIn(ctx: Context, { workspace, id }: Principal): Promise<boolean> {
  const now = nowOf(ctx);
  const keys = await ctx.store.listKeys(workspace);
  if (keys.some(({ key }) => key.principal === id && isGoodKey(key, now))) return true;
  return (await ctx.store.listPasskeys(workspace, id)).length > 0;
}

interface WayIn {
  readonly owner: PrincipalId;
  readonly id: KeyId | PasskeyId;
}

/** What ends by itself is none, as a web session does: whoever has only that is shut out then. */
async function waysIn(ctx: Context, workspace: WorkspaceId): Promise<readonly WayIn[]> {
  const now = nowOf(ctx);
  const keys = (await ctx.store.listKeys(workspace)).filter(
    ({ key, principal }) =>
      isOwner(principal) &&
      isGoodKey(key, now) &&
      key.expiresAt === undefined &&
      !isWebKey(key) &&
      effectiveRights(principal, key.scopes).has("people"),
  );
  const people = await ctx.store.listPrincipals(workspace, "person");
  const owners = new Set(people.filter(isOwner).map(({ id }) => id));
  const passkeys = (await ctx.store.listPasskeys(workspace)).filter(({ passkey }) =>
    owners.has(passkey.operator),
  );
  return [
    ...keys.map(({ key }) => ({ owner: key.principal, id: key.id })),
    ...passkeys.map(({ passkey }) => ({ owner: passkey.operator, id: passkey.id })),
  ];
}

function isOwner(principal: Principal): boolean {
  return principal.kind === "person" && principal.role === "owner";
}

function lastOwner({ id, name }: PersonPrincipal): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    `${name} is the last owner who can get in: without one nobody could manage operators. Give another owner a key or a passkey first; a web session does not count, because it ends.`,
    { details: { id, reason: "last_owner" } },
  );
}

function lastWayIn({ name }: PersonPrincipal, id: KeyId | PasskeyId): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    `Nothing was changed: ${id} is the last way in for ${name}, the last owner who can get in, and nobody could manage operators without it. Make another first: npx earshot keys create --operator ${JSON.stringify(name)}.`,
    { details: { id, reason: "last_way_in" } },
  );
}
