import { askedBackEvent, closedEvent } from "../../../domain/hub/closed-event.ts";
import { type Delivery, isOfRequest } from "../../../domain/hub/delivery.ts";
import { moved } from "../../../domain/hub/delivery-machine.ts";
import type { Subscription } from "../../../domain/hub/subscription.ts";
import { ChannelError } from "../../../ports/channels/channel.ts";
import type { Outbound, OutboundEvent } from "../../../ports/channels/outbound.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { secretsOf } from "../subscription-secrets.ts";
import {
  AGAIN,
  type Attempted,
  type AttemptHooks,
  DONE,
  eventOf,
  failed,
  put,
} from "./attempt-result.ts";

interface Notifying extends AttemptHooks {
  readonly delivery: Delivery;
  readonly outbound: Outbound;
}

/**
 * Makes one attempt to call a program. A repeated one has the same id, by which every receiver of
 * Standard Webhooks knows it, so an attempt without a known end is made again.
 */
export async function notify(ctx: Context, given: Notifying): Promise<Attempted> {
  const { delivery, outbound, onPoint } = given;
  // What was called is not called again because its request was erased since.
  if (delivery.job === "edit") {
    const next = moved(delivery, { type: "edited" }, nowOf(ctx));
    return (await put(ctx, given, { next })) ? DONE : AGAIN;
  }
  const begun = moved(delivery, { type: "begin" }, nowOf(ctx));
  onPoint?.("before_begin");
  if (!(await put(ctx, given, { next: begun }))) return AGAIN;
  onPoint?.("after_begin");
  try {
    const event = await eventFor(ctx, begun);
    onPoint?.("before_post");
    await outbound.send(event);
    onPoint?.("after_post");
    given.onAnswered();
    const post = { chatId: event.url, ids: [begun.id] };
    const next = moved(begun, { type: "posted", post }, nowOf(ctx));
    const logged = eventOf(ctx, begun, { type: "delivery.sent" });
    const isMarked = await put(ctx, given, { next, logged });
    onPoint?.("after_mark");
    return isMarked ? DONE : AGAIN;
  } catch (error) {
    return await failed(ctx, given, { begun, error });
  }
}

/** Who may be called, and by which secrets, is read anew: it may have changed since the request closed. */
async function eventFor(ctx: Context, delivery: Delivery): Promise<OutboundEvent> {
  const { workspace, agent, id, item, address } = delivery;
  const subscription = await subscriptionOf(ctx, delivery);
  const body = await bodyFor(ctx, delivery);
  if (body === undefined) throw refused(`${item} is not there any more.`);
  const principal = await ctx.people.find(workspace, agent);
  if (principal?.kind === "agent" && principal.haltedAt !== undefined) {
    throw refused("The agent is halted, so nothing of it is served. Resume it, and resend this.");
  }
  return {
    url: address.chatId,
    id,
    body,
    secrets: secretsOf(ctx, subscription),
  };
}

/** How a request closed, or what a person asks back by a message; undefined where that is gone. */
async function bodyFor(
  { store }: Context,
  { workspace, id, item }: Delivery,
): Promise<string | undefined> {
  if (isOfRequest(item)) {
    const request = await store.findRequest(workspace, item);
    return request === undefined || request.status === "open"
      ? undefined
      : closedEvent(id, request);
  }
  const about = (await store.findMessage(workspace, item))?.asksBack;
  const request = about === undefined ? undefined : await store.findRequest(workspace, about);
  const asked = request?.askedBack?.find(({ message }) => message === item);
  return request === undefined || asked === undefined
    ? undefined
    : askedBackEvent(id, request, asked);
}

async function subscriptionOf(ctx: Context, { workspace, agent }: Delivery): Promise<Subscription> {
  const isOfAgent = (one: Subscription) => one.agent === agent;
  const known = (await ctx.people.subscriptions(workspace)).find(isOfAgent);
  // Another node may have made it a moment ago.
  const found = known ?? (await ctx.store.listSubscriptions(workspace)).find(isOfAgent);
  if (found !== undefined) return found;
  throw refused("The agent is subscribed no more, so it is not called.");
}

function refused(message: string): ChannelError {
  return new ChannelError("permanent", message);
}
