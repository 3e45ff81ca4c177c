import { answerFromText } from "../../../domain/answer-from-text.ts";
import { type Delivery, shardOf } from "../../../domain/delivery.ts";
import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import type { DeliveryId } from "../../../domain/id.ts";
import { saidLinkCode } from "../../../domain/link-code.ts";
import type { Caller } from "../../../domain/principal.ts";
import type { QuestionRequest } from "../../../domain/request.ts";
import { toMs } from "../../../domain/timestamp.ts";
import type { Heard, Inbound } from "../../../ports/channel.ts";
import { answer } from "../../answer.ts";
import { type Context, nowOf } from "../../context.ts";
import { tell } from "../../tell.ts";
import { isOfRequest } from "../dispatch/content-of.ts";
import { linkAccount } from "../link-account.ts";
import { modeOf } from "../rules-in-force.ts";
import { outcomeText } from "./outcome-text.ts";
import { seen } from "./seen.ts";
import { optionsOf, refuseStranger, strangerText, whoDid } from "./who.ts";

type Said = Extract<Inbound, { kind: "text" }>;

const NO_WORDS: Heard = {
  isRefusal: true,
  say: "Words authorise nothing: press a button of the message, or open it on the page.",
};

const NOT_SHOWN: Heard = {
  isRefusal: true,
  say: "Only the title stands here: open it on the page to answer it.",
};

/** Words: a code that links, an answer to a question of ours, or something said to an agent. */
export async function said(ctx: Context, event: Said): Promise<Heard> {
  const code = event.isToUs ? saidLinkCode(event.text) : undefined;
  const heard = code === undefined ? undefined : await linked(ctx, event, code);
  if (heard !== undefined) return heard;
  const delivery = await repliedTo(ctx, event);
  if (delivery === undefined && !event.isToUs) return {};
  const caller = await whoDid(ctx, event);
  if (delivery !== undefined) return await reply(ctx, caller, { event, delivery });
  if (caller === undefined) return { isRefusal: true, say: strangerText(event) };
  return await toLastAgent(ctx, caller, event);
}

interface Reply {
  readonly event: Said;
  readonly delivery: Delivery;
}

async function reply(ctx: Context, caller: Caller | undefined, given: Reply): Promise<Heard> {
  const { event, delivery } = given;
  const { workspace, item, agent } = delivery;
  const isRequest = isOfRequest(item);
  if (caller === undefined || caller.principal.workspace !== workspace) {
    return isRequest
      ? await refuseStranger(ctx, event, { workspace, request: item, agent })
      : { isRefusal: true, say: strangerText(event) };
  }
  await seen(ctx, delivery);
  return isRequest
    ? await toRequest(ctx, caller, given)
    : await toAgent(ctx, caller, { event, agent });
}

async function linked(ctx: Context, event: Said, code: string): Promise<Heard | undefined> {
  const done = await linkAccount(ctx, event, code);
  if (done === "taken") return { isRefusal: true, say: "This account or chat is linked already." };
  if (done === "unknown_code") {
    return {
      isRefusal: true,
      say: `This code is not good: it was used, is older than 10 minutes, or was never given. Get another with: npx earshot link ${event.address.channel}`,
    };
  }
  // Ten letters are words, too, of somebody who is linked already: an answer, or "Understood".
  if (!done.isNew && (event.replyTo !== undefined || !isPlainlyCode(event.text))) return undefined;
  return { say: "Linked. What you answer here counts as yours; questions for you come here." };
}

/** Typed as it was shown, or behind the word: a platform that delivers it again says it once more. */
function isPlainlyCode(text: string): boolean {
  return /\d/.test(text) && /^\s*\/?(?:link|start)\s|-/i.test(text);
}

/** The post of ours that it replies to. */
async function repliedTo(ctx: Context, event: Said): Promise<Delivery | undefined> {
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

/** So long a reply waits for the platform's word of the post that it replies to. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;
const MOST_WAITING = 500;

/**
 * A reply can come faster than the platform's word that the post stands: then it waits for that. What
 * is tried again later, or was not taken at all, keeps no event waiting: behind it stand all others.
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
    await new Promise<void>((resolve) => void ctx.clock.after(LOOK_MS, resolve));
  }
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

/** It was begun and has no end yet, or is about to be looked for. */
function mayStandSoon({ error, dueAt }: Delivery, nowMs: number): boolean {
  if (error === undefined) return true;
  return error.code === "ambiguous" && dueAt !== undefined && toMs(dueAt) - nowMs < PATIENCE_MS;
}

async function toRequest(ctx: Context, caller: Caller, { event, delivery }: Reply): Promise<Heard> {
  const { workspace, item } = delivery;
  const request = isOfRequest(item) ? await ctx.store.findRequest(workspace, item) : undefined;
  if (request === undefined) return {};
  if (request.kind === "authorization") return NO_WORDS;
  if ((await modeOf(ctx, request, delivery.address.channel)) === "minimal") return NOT_SHOWN;
  try {
    return { say: outcomeText(await answerInWords(ctx, caller, { event, request })) };
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    if (error.code === "REQUEST_CLOSED") return await late(ctx, request);
    if (error.code === "INVALID_INPUT" || error.code === "NOT_ALLOWED") return refused(error);
    throw error;
  }
}

async function answerInWords(
  ctx: Context,
  caller: Caller,
  { event, request }: { readonly event: Said; readonly request: QuestionRequest },
) {
  const given = answerFromText(request.question.form, event.text);
  const input = { id: request.id, answer: given };
  return await answer(ctx, caller, { input, options: optionsOf(event) });
}

async function late(ctx: Context, { workspace, id }: QuestionRequest): Promise<Heard> {
  const now = await ctx.store.findRequest(workspace, id);
  const what = now === undefined ? "It is closed." : outcomeText(now);
  return { isRefusal: true, say: `${what} What you said is kept as a message to the agent.` };
}

function refused({ message }: EarshotError): Heard {
  return { isRefusal: true, say: message };
}

/** To the agent that was heard last in this chat. */
async function toLastAgent(ctx: Context, caller: Caller, event: Said): Promise<Heard> {
  const { channel, chatId, threadId } = event.address;
  const last = await ctx.store.lastDeliveryTo({
    ...{ channel, chatId },
    ...(threadId === undefined ? {} : { threadId }),
  });
  if (last === undefined || last.workspace !== caller.principal.workspace) {
    return {
      say: "No agent has said anything here yet. Reply to a message of one to speak to it.",
    };
  }
  return await toAgent(ctx, caller, { event, agent: last.agent });
}

async function toAgent(
  ctx: Context,
  caller: Caller,
  { event, agent }: { readonly event: Said; readonly agent: Delivery["agent"] },
): Promise<Heard> {
  const who = await ctx.store.findPrincipal(caller.principal.workspace, agent);
  if (who?.kind !== "agent") return {};
  try {
    const input = { text: event.text, agent: who.name };
    await tell(ctx, caller, { input, options: optionsOf(event) });
    return {};
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT") || isEarshotError(error, "NOT_ALLOWED")) {
      return refused(error);
    }
    throw error;
  }
}
