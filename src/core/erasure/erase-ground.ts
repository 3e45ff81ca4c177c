import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Context } from "../call/context.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { type Approved, type OwnersChange, secondOwner, soughtBy } from "../people/second-owner.ts";

/** A call erases a part of what was approved; the rest goes with the calls behind it. */
const GOES_ON_MS = HOUR_MS;

/**
 * What goes into the commit of an erasure that a person makes: the other owners are told, and where the
 * policy says `owners: 2`, one of them has approved just this. To be called in the turn of the operators.
 */
export async function eraseGround(
  ctx: Context,
  caller: Caller,
  what: JsonObject,
): Promise<Approved> {
  const { workspace, id: actor, name } = caller.principal;
  const approved = await secondOwner(ctx, caller, eraseChange(what));
  const told = await ownerNotices(ctx, { workspace, actor, ...OWNERS_TOLD.erased(name) });
  return {
    ...approved,
    writes: [...approved.writes, ...told.writes],
    events: [...approved.events, ...told.events],
  };
}

/** The request by which somebody seeks another owner's yes for an erasure. */
export function eraseSoughtBy(ctx: Context, caller: Caller, what: JsonObject) {
  return soughtBy(ctx, caller, eraseChange(what));
}

function eraseChange(args: JsonObject): OwnersChange {
  const wants = "what the arguments name erased, for good.";
  return { tool: "erase", args, wants, goesOnMs: GOES_ON_MS };
}
