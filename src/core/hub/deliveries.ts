import type { Delivery } from "../../domain/hub/delivery.ts";
import type { DeliveryId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { DeliveriesInput, ShownDelivery } from "../../ports/earshot/hub.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { pageLimit, toPage } from "../call/page.ts";

export async function deliveries(ctx: Context, caller: Caller, input: DeliveriesInput = {}) {
  requireRight(caller, "read");
  const { cursor, limit: wanted, ...only } = input;
  const limit = pageLimit(wanted);
  const found = await ctx.store.listOutbox({
    ...only,
    workspace: caller.principal.workspace,
    ...present({
      agent: seesAll(caller) ? undefined : caller.principal.id,
      after: cursor === undefined ? undefined : (cursor as DeliveryId),
    }),
    limit: limit + 1,
  });
  return toPage(found.map(shownDelivery), limit);
}

export async function delivery(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: DeliveryId },
): Promise<ShownDelivery> {
  requireRight(caller, "read");
  return shownDelivery(await findDelivery(ctx, caller, id));
}

/** Finds a delivery that the caller may see; another agent's looks missing. */
export async function findDelivery(
  ctx: Context,
  caller: Caller,
  id: DeliveryId,
): Promise<Delivery> {
  const found = await ctx.store.findDelivery(caller.principal.workspace, id);
  const isSeen = seesAll(caller) || found?.agent === caller.principal.id;
  if (found === undefined || !isSeen) throw notFound("delivery", id);
  return found;
}

/** Without its text, its buttons' tokens and how far its files are. */
export function shownDelivery(delivery: Delivery): ShownDelivery {
  const { text: _, nonce: __, files: ___, ...shown } = delivery;
  return shown;
}
