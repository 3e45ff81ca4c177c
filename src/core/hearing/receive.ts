import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { moved } from "../../domain/hub/delivery-machine.ts";
import type { DeliveryId } from "../../domain/id.ts";
import type { Heard, Inbound } from "../../ports/channels/channel.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { defaultLanguage, languageFor } from "../call/language-for.ts";
import { seen } from "../planning/mark-seen.ts";
import { noteUndeliverable } from "../planning/undeliverable.ts";
import { pressed } from "./hear-button.ts";
import { said } from "./hear-words.ts";
import { refusedBy } from "./outcome-text.ts";
import { heardIn, refusal, type Told } from "./told.ts";
import { whoDid } from "./who-acted.ts";

export interface ReceiveOptions {
  /** Hears of faults of ours: neither outages nor errors of people. */
  readonly onFault?: (error: unknown) => void;
}

/** An event that meets a fault of ours is tried this often. */
const MOST_TRIES = 5;
/** This many events are counted at once. */
const MOST_COUNTED = 1_000;

const NOT_TAKEN = refusal({ name: "fault" });

/** Reactions that people mean as yes or no, without a platform's additions such as a skin tone. */
const AS_ANSWER =
  /^(?:[👍👎✅❌✔✖🆗👌🚫]|(?:\+1|-1|thumbsup|thumbsdown|white_check_mark|heavy_check_mark|ballot_box_with_check|x|negative_squared_cross_mark|ok|ok_hand|no_entry|no_entry_sign)(?:::.+)?$)/u;

type Bounced = Extract<Inbound, { kind: "bounce" }>;

/**
 * Takes what a platform delivered. Resolves once the result is stored. Every change carries the
 * event's key, so an event that arrives twice has one effect. Rejects if it must come again. An
 * event that can never succeed is given up, because all later ones wait for it.
 */
export function createReceive(
  ctx: Context,
  { onFault = () => {} }: ReceiveOptions = {},
): (event: Inbound) => Promise<Heard> {
  const { outlets } = ctx;
  const tries = new Map<string, number>();

  /** Whether it has come often enough by now. */
  function isGivenUp({ address, key }: Inbound): boolean {
    const name = `${address.channel} ${key}`;
    const count = (tries.get(name) ?? 0) + 1;
    tries.delete(name);
    if (count >= MOST_TRIES) return true;
    tries.set(name, count);
    const [oldest = ""] = tries.keys();
    if (tries.size > MOST_COUNTED) tries.delete(oldest);
    return false;
  }

  function failed(error: unknown, event: Inbound): Told {
    // A repeated event may have another meaning: words go to whoever spoke last. Its key then says
    // that it was handled, and asking for it again would never end.
    if (isEarshotError(error, "KEY_REUSED")) return {};
    if (isEarshotError(error)) return refusedBy(error, event);
    onFault(error);
    if (isGivenUp(event)) return NOT_TAKEN;
    throw error;
  }

  return async (event) => {
    if (outlets === undefined) return {};
    const told = await receive(ctx, outlets, event).catch((error) => failed(error, event));
    const isSilent = told.say === undefined && told.prompt === undefined;
    const language = isSilent ? "" : await languageOf(ctx, event);
    return heardIn(told, { language, contents: outlets.contents });
  };
}

/** Of whoever did it: of somebody unknown, that of the place. */
async function languageOf(ctx: Context, event: Inbound): Promise<string> {
  const { channel } = event.address;
  const caller = await whoDid(ctx, event);
  if (caller === undefined) return defaultLanguage(ctx, channel);
  const { workspace, id: operator } = caller.principal;
  return (await languageFor(ctx, { workspace, operator, channel })).language;
}

async function receive(ctx: Context, outlets: Outlets, event: Inbound): Promise<Told> {
  // A bot's words are nobody's, and Earshot's own posts come back this way too. Only bounces come
  // from machines.
  if (event.from.isBot === true && event.kind !== "bounce") return {};
  switch (event.kind) {
    case "press":
    case "choose":
    case "submit":
      return await pressed(ctx, outlets, event);
    case "text":
      return await said(ctx, event);
    case "reaction":
      return await reacted(ctx, event);
    case "bounce":
      return await bounced(ctx, event);
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}

/**
 * A reaction decides nothing: it only says that an operator has seen the post. A person who meant
 * it as an answer is told so, instead of waiting in vain.
 */
async function reacted(ctx: Context, event: Extract<Inbound, { kind: "reaction" }>): Promise<Told> {
  const { channel, chatId } = event.address;
  const { messageId } = event;
  const delivery = await ctx.store.deliveryOfPost({ channel, chatId, messageId });
  if (delivery === undefined || !event.isAdded) return {};
  const caller = await whoDid(ctx, event);
  const { workspace, item } = delivery;
  if (caller?.principal.workspace !== workspace) return {};
  await seen(ctx, delivery);
  if (!AS_ANSWER.test(event.name) || !isOfRequest(item)) return {};
  const request = await ctx.store.findRequest(workspace, item);
  if (request?.status !== "open") return {};
  return refusal({ name: `reaction.${request.kind}` });
}

/** The platform returned what it had accepted, so it goes to the operator's next address. */
async function bounced(ctx: Context, event: Bounced): Promise<Told> {
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
