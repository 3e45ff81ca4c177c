import { answerFromText } from "../../../domain/answer-from-text.ts";
import type { Delivery } from "../../../domain/delivery.ts";
import { type EarshotError, isEarshotError } from "../../../domain/errors.ts";
import { saidLinkCode } from "../../../domain/link-code.ts";
import type { Caller } from "../../../domain/principal.ts";
import type { QuestionRequest } from "../../../domain/request.ts";
import type { Heard, Inbound } from "../../../ports/channel.ts";
import { answer } from "../../answer.ts";
import type { Context } from "../../context.ts";
import { tell } from "../../tell.ts";
import { isOfRequest } from "../dispatch/content-of.ts";
import { linkAccount } from "../link-account.ts";
import { modeOf } from "../rules-in-force.ts";
import { beginHere, beginOf } from "./begin-session.ts";
import { liaisonOf } from "./liaison-of.ts";
import { outcomeText } from "./outcome-text.ts";
import { repliedTo } from "./replied-to.ts";
import { seen } from "./seen.ts";
import {
  isToThread,
  questionIn,
  sessionOf,
  type Talk,
  talkIn,
  threadsOf,
} from "./thread-sessions.ts";
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

/**
 * Words: a code that links; an answer to a question of ours; something said to an agent, which begins
 * a session of one that a host runs, and is kept for any other.
 */
export async function said(ctx: Context, event: Said): Promise<Heard> {
  const code = event.isToUs ? saidLinkCode(event.text) : undefined;
  const heard = code === undefined ? undefined : await linked(ctx, event, code);
  if (heard !== undefined) return heard;
  const delivery = await repliedTo(ctx, event);
  const isInThread = threadsOf(event, delivery).length > 0;
  if (delivery === undefined && !isInThread && !event.isToUs) return {};
  const caller = await whoDid(ctx, event);
  const workspaces =
    caller === undefined ? await ctx.store.listWorkspaces() : [caller.principal.workspace];
  const talk = await talkIn(ctx, event, { workspaces, delivery });
  const asked = await askedBy(ctx, event, { delivery, talk });
  if (asked !== undefined) return await reply(ctx, caller, { event, delivery: asked });
  const words = { event, delivery, talk };
  if (caller === undefined) return await stranger(ctx, words);
  const agent = delivery?.agent ?? talk?.session.agent;
  return agent === undefined
    ? await toAnybody(ctx, caller, event)
    : await toOne(ctx, caller, { ...words, agent });
}

interface Words {
  readonly event: Said;
  readonly delivery: Delivery | undefined;
  readonly talk: Talk | undefined;
}

/** The request that it is to answer: the one replied to, or in a thread the newest open question. */
async function askedBy(
  ctx: Context,
  event: Said,
  { delivery, talk }: Omit<Words, "event">,
): Promise<Delivery | undefined> {
  const isThreads = talk !== undefined && isToThread(event);
  const open = isThreads ? await questionIn(ctx, event, talk) : undefined;
  if (open !== undefined) return open;
  if (delivery === undefined || !isOfRequest(delivery.item)) return undefined;
  // What comes too late for the question of a session is said to its agent anew.
  const isLate = (await sessionOf(ctx, delivery)) !== undefined && (await isClosed(ctx, delivery));
  return isLate ? undefined : delivery;
}

async function isClosed(ctx: Context, { workspace, item }: Delivery): Promise<boolean> {
  if (!isOfRequest(item)) return false;
  const request = await ctx.store.findRequest(workspace, item);
  return request !== undefined && request.status !== "open";
}

async function stranger(ctx: Context, { event, delivery }: Words): Promise<Heard> {
  if (delivery !== undefined) return await reply(ctx, undefined, { event, delivery });
  // In a thread in which an agent talks people may talk among themselves.
  return event.isToUs ? { isRefusal: true, say: strangerText(event) } : {};
}

/** To an agent that has spoken there: a session of it where a host runs it. */
async function toOne(
  ctx: Context,
  caller: Caller,
  { event, delivery, talk, agent }: Words & { readonly agent: Delivery["agent"] },
): Promise<Heard> {
  const waited = delivery === undefined ? undefined : await sessionOf(ctx, delivery);
  const isInTalk = (talk?.session ?? waited)?.agent === agent;
  const isOurs = delivery === undefined || delivery.workspace === caller.principal.workspace;
  const begun = isOurs ? await beginOf(ctx, caller, { event, agent, isInTalk }) : undefined;
  if (begun !== undefined) {
    if (delivery !== undefined) await seen(ctx, delivery);
    return begun;
  }
  if (delivery !== undefined) return await reply(ctx, caller, { event, delivery });
  return await toAnybody(ctx, caller, event);
}

async function toAnybody(ctx: Context, caller: Caller, event: Said): Promise<Heard> {
  if (!event.isToUs) return {};
  return (await beginHere(ctx, caller, { event })) ?? (await toLastAgent(ctx, caller, event));
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
    : await toAgent(ctx, caller, { event, delivery });
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
  return await toAgent(ctx, caller, { event, delivery: last });
}

async function toAgent(ctx: Context, caller: Caller, { event, delivery }: Reply): Promise<Heard> {
  const who = await ctx.store.findPrincipal(caller.principal.workspace, delivery.agent);
  if (who?.kind !== "agent") return {};
  const conversation = await liaisonOf(ctx, delivery);
  try {
    const place = conversation === undefined ? { agent: who.name } : { conversation };
    const input = { text: event.text, ...place };
    await tell(ctx, caller, { input, options: optionsOf(event) });
    return {};
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT") || isEarshotError(error, "NOT_ALLOWED")) {
      return refused(error);
    }
    throw error;
  }
}
