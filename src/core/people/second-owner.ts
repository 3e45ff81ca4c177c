import { demandsTwoOwners, type OwnersTool } from "../../domain/authority/owners-change.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";
import { assertOwnHand } from "../deciders/hands.ts";
import { ownersOf } from "../notices/owner-notices.ts";
import { type Approved, soughtAlready, usedYes, type WantedChange } from "./used-yes.ts";

/** What one owner wants to do, as another is shown it. */
export type OwnersChange = WantedChange<OwnersTool>;

/**
 * What a change adds to its commit if the policy in force says `owners: 2`: another owner's approval
 * of exactly this change, see `usedYes`. SECOND_OWNER_NEEDED is thrown until there is one.
 */
export async function secondOwner(
  ctx: Context,
  caller: Caller,
  change: OwnersChange | undefined,
): Promise<Approved> {
  if (change === undefined) return { writes: [], events: [] };
  const policy = await ctx.store.currentPolicy(caller.principal.workspace);
  if (!demandsTwoOwners(policy?.source)) {
    // A turn can be lost with its connection, and another policy may then come into force.
    const inForce = { revision: policy?.revision };
    return { writes: [{ type: "ground.holds", keys: [], policy: inForce }], events: [] };
  }
  await assertOneOfTwo(ctx, caller, change);
  return await usedYes(ctx, { ...change, caller, waits, whom: () => otherOwners(ctx, caller) });
}

/**
 * Whoever made a key in an owner's name could want a change by that, and agree to it as themselves.
 * For a key of one's own the other owner's yes is what makes it one's own.
 */
async function assertOneOfTwo(
  ctx: Context,
  caller: Caller,
  { tool, args }: OwnersChange,
): Promise<void> {
  if (tool === "create_key" && args["name"] === caller.principal.name) return;
  await assertOwnHand(ctx, caller, "What two owners have to agree on");
}

/** The request by which somebody seeks, or sought, exactly this, if it still matters. */
export async function soughtBy(
  ctx: Context,
  caller: Caller,
  change: OwnersChange,
): Promise<RequestId | undefined> {
  const policy = await ctx.store.currentPolicy(caller.principal.workspace);
  if (!demandsTwoOwners(policy?.source)) return undefined;
  return await soughtAlready(ctx, caller, change);
}

async function otherOwners(ctx: Context, { principal }: Caller): Promise<readonly string[]> {
  const owners = await ownersOf(ctx, principal.workspace);
  const others = owners.filter(({ id }) => id !== principal.id);
  if (others.length === 0) throw nobodyElse();
  return others.map(({ name }) => name);
}

function waits({ id, to, expiresAt }: OpenAuthorization): EarshotError {
  const who = to.length === 0 ? "another owner" : to.join(" or ");
  return new EarshotError(
    "SECOND_OWNER_NEEDED",
    `Nothing was changed yet: the policy wants a second owner's yes for this. ${who} can give it, in the inbox or by npx earshot approve ${id}. Then do the same again.`,
    { details: { id, owners: to, expiresAt } },
  );
}

function nobodyElse(): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "Nothing was changed: the policy wants a second owner's yes for this, and no other owner can get in. Whoever runs the server can take that off: npx earshot stop, then npx earshot start --without-second-owner.",
    { details: { reason: "no_second_owner" } },
  );
}
