import type { Heard, Inbound } from "../../../ports/channel.ts";
import type { Context } from "../../context.ts";
import { seen } from "./seen.ts";
import { whoDid } from "./who.ts";

/** A reaction decides nothing: it says that an operator has seen it. */
export async function reacted(
  ctx: Context,
  event: Extract<Inbound, { kind: "reaction" }>,
): Promise<Heard> {
  const { channel, chatId } = event.address;
  const { messageId } = event;
  const delivery = await ctx.store.deliveryOfPost({ channel, chatId, messageId });
  if (delivery === undefined || !event.isAdded) return {};
  const caller = await whoDid(ctx, event);
  if (caller?.principal.workspace === delivery.workspace) await seen(ctx, delivery);
  return {};
}
