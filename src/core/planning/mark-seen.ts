import type { Delivery } from "../../domain/hub/delivery.ts";
import { type DeliveryEvent, moved } from "../../domain/hub/delivery-machine.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isToBeEdited } from "./settle-deliveries.ts";

/**
 * Notes that somebody acted on the post, and cancels the fallbacks to the same operator's other
 * addresses. Losing the race to another change is harmless, so nothing is retried.
 */
export async function seen(ctx: Context, delivery: Delivery): Promise<void> {
  if (delivery.status !== "sent") return;
  const at = nowOf(ctx);
  const fallbacks = await fallbacksOf(ctx, delivery);
  const logged: EventDraft = {
    type: "delivery.seen",
    at,
    subject: delivery.item,
    agent: delivery.agent,
    data: {
      via: delivery.address.channel,
      channel: delivery.address.channel,
      delivery: delivery.id,
    },
  };
  await ctx.commit({
    workspace: delivery.workspace,
    writes: [put(ctx, delivery, { type: "see" }), ...fallbacks],
    events: [logged],
  });
}

async function fallbacksOf(
  ctx: Context,
  { workspace, item, operator }: Delivery,
): Promise<Write[]> {
  if (operator === undefined) return [];
  const all = await ctx.store.deliveriesOf(workspace, item);
  return all
    .filter((one) => one.operator === operator && one.heldFor === "fallback")
    .filter(({ status, attempts }) => status === "queued" && attempts === 0)
    .map((one) => put(ctx, one, { type: "drop" }));
}

/** Has the post updated again: somebody pressed it when it was already out of date. */
export async function editAgain(ctx: Context, { workspace, id }: Delivery): Promise<void> {
  const now = await ctx.store.findDelivery(workspace, id);
  if (now === undefined || !isToBeEdited(now, nowOf(ctx))) return;
  await ctx.commit({ workspace, writes: [put(ctx, now, { type: "change" })], events: [] });
}

function put(ctx: Context, delivery: Delivery, event: DeliveryEvent): Write {
  return { type: "outbox.put", delivery: moved(delivery, event, nowOf(ctx)) };
}
