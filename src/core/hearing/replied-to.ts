import { EarshotError } from "../../domain/errors.ts";
import { type Delivery, shardOf } from "../../domain/hub/delivery.ts";
import type { DeliveryId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import { type Context, nowOf } from "../call/context.ts";

type Said = Extract<Inbound, { kind: "text" }>;

/** The post of ours that it replies to. */
export async function repliedTo(ctx: Context, event: Said): Promise<Delivery | undefined> {
  const { replyTo, replyToKey, address } = event;
  if (replyToKey !== undefined) {
    const workspaces = await ctx.store.listWorkspaces();
    for (const workspace of workspaces) {
      const found = await ctx.store.findDelivery(workspace, replyToKey as DeliveryId);
      if (found?.address.channel === address.channel) return found;
    }
  }
  return replyTo === undefined ? undefined : await postedAs(ctx, address, replyTo);
}

/** A reply waits this long for the platform to confirm the post it replies to. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;
const MOST_WAITING = 500;

/** Waits until nothing is being sent there; false if that takes too long. */
export async function onceBrought(ctx: Context, address: Said["address"]): Promise<boolean> {
  const untilMs = ctx.clock.now() + PATIENCE_MS;
  while (await isBeingBrought(ctx, address)) {
    if (ctx.clock.now() > untilMs) return false;
    await aWhile(ctx);
  }
  return true;
}

/**
 * A reply can come faster than the platform's confirmation of the post, so it waits for that. It
 * does not wait for a post that is tried again later or was refused: all later events would wait
 * with it.
 */
async function postedAs(
  ctx: Context,
  address: Said["address"],
  messageId: string,
): Promise<Delivery | undefined> {
  const { channel, chatId } = address;
  const untilMs = ctx.clock.now() + PATIENCE_MS;
  for (;;) {
    const found = await ctx.store.deliveryOfPost({ channel, chatId, messageId });
    if (found !== undefined || !(await isBeingBrought(ctx, address))) return found;
    if (ctx.clock.now() > untilMs) {
      throw new EarshotError("CONFLICT", "A post to this chat is under way. Deliver it again.");
    }
    await aWhile(ctx);
  }
}

async function aWhile({ clock }: Context): Promise<void> {
  await new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve));
}

async function isBeingBrought(ctx: Context, address: Said["address"]): Promise<boolean> {
  const { channel, chatId } = address;
  const shard = shardOf(address);
  const waiting = await ctx.store.dueDeliveries({ shard, at: nowOf(ctx), limit: MOST_WAITING });
  return waiting.some((one) => {
    const isHere = one.address.channel === channel && one.address.chatId === chatId;
    return isHere && one.job === "post" && one.attempts > 0 && mayStandSoon(one, ctx.clock.now());
  });
}

/** An attempt that has begun without an end, or is about to be looked for. */
function mayStandSoon({ error, dueAt }: Delivery, nowMs: number): boolean {
  if (error === undefined) return true;
  return error.code === "ambiguous" && dueAt !== undefined && toMs(dueAt) - nowMs < PATIENCE_MS;
}
