import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Context } from "../call/context.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { type OwnersChange, secondOwner, soughtBy } from "../people/second-owner.ts";
import type { Approved } from "../people/used-yes.ts";

/** One call erases a part of what was approved; the following calls erase the rest. */
const GOES_ON_MS = HOUR_MS;

/**
 * What a person's erasure adds to its commit: the other owners are told. If the policy says
 * `owners: 2`, one of them must have approved exactly this. Call it in the operators' turn.
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

/** The request by which somebody seeks another owner's approval for an erasure. */
export function eraseSoughtBy(ctx: Context, caller: Caller, what: JsonObject) {
  return soughtBy(ctx, caller, eraseChange(what));
}

function eraseChange(args: JsonObject): OwnersChange {
  const wants = "what the arguments name erased, for good.";
  return { tool: "erase", args, wants, goesOnMs: GOES_ON_MS };
}
