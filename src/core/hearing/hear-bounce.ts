import { EarshotError } from "../../domain/errors.ts";
import type { Delivery } from "../../domain/hub/delivery.ts";
import { moved } from "../../domain/hub/delivery-machine.ts";
import type { DeliveryId } from "../../domain/id.ts";
import type { Heard, Inbound } from "../../ports/channels/channel.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { noteUndeliverable } from "../planning/undeliverable.ts";

type Bounced = Extract<Inbound, { kind: "bounce" }>;

/** The platform returned what it had accepted, so it goes to the operator's next address. */
export async function bounced(ctx: Context, event: Bounced): Promise<Heard> {
  const delivery = await cameBack(ctx, event);
  if (delivery?.status !== "sent" && delivery?.status !== "seen") return {};
  const at = nowOf(ctx);
  const error = { code: "refused", message: event.reason } as const;
  const next = moved(delivery, { type: "bounce", error }, at);
  const { item, operator, workspace, agent, address, id } = delivery;
  const hasten: Write[] =
    operator === undefined
      ? []
      : [{ type: "outbox.hasten", item, heldFor: "fallback", operator, at }];
  const done = await ctx.commit({
    workspace,
    writes: [{ type: "outbox.put", delivery: next }, ...hasten],
    events: [
      {
        type: "delivery.failed",
        at,
        subject: item,
        agent,
        data: { via: address.channel, error: "bounced", channel: address.channel, delivery: id },
      },
    ],
  });
  // An edit was stored meanwhile. Nobody else reports the bounce, so this event must come again.
  if (done.outcome !== "committed") throw new EarshotError("CONFLICT", `${id} is being changed.`);
  await noteUndeliverable(ctx, next);
  return {};
}

async function cameBack(ctx: Context, event: Bounced): Promise<Delivery | undefined> {
  const { postKey, messageId, address } = event;
  const { channel, chatId } = address;
  if (messageId !== undefined) {
    return await ctx.store.deliveryOfPost({ channel, chatId, messageId });
  }
  if (postKey === undefined) return undefined;
  for (const workspace of await ctx.store.listWorkspaces()) {
    const found = await ctx.store.findDelivery(workspace, postKey as DeliveryId);
    if (found?.address.channel === channel) return found;
  }
  return undefined;
}
