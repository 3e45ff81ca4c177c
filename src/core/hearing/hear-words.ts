import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { saidLinkCode } from "../../domain/hub/link-code.ts";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { linkAccount } from "../hub/link-account.ts";
import { seen } from "../planning/mark-seen.ts";
import { beginOf } from "./begin-session.ts";
import { edited, NOT_HEARD } from "./hear-edit.ts";
import { repliedTo } from "./replied-to.ts";
import {
  isToThread,
  questionIn,
  sessionOf,
  type Talk,
  talkIn,
  threadsOf,
} from "./thread-sessions.ts";
import { toAgent, toAnybody } from "./to-agent.ts";
import { bringsMaterial, type HeardFiles, unreadWords, wordless } from "./to-liaison.ts";
import { toRequest } from "./to-request.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { toOpenQuestion } from "./which-question.ts";
import { refuseStranger, strangerWords, whoDid } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

/**
 * Words can be a link code, an answer to a question of ours, or something said to an agent. A
 * hosted agent begins a session with them; for any other they are kept. Words said to us always get
 * a visible response.
 */
export async function said(ctx: Context, event: Said): Promise<Told> {
  const { tellsFiles, ...heard }: HeardFiles = await heardOf(ctx, event);
  const isTold = event.text.trim() === "" || tellsFiles === true;
  if (event.unread === undefined || heard.say === undefined || isTold) return heard;
  const values = { unread: unreadWords(event.unread) };
  return { ...heard, say: [...heard.say, { name: "unread", values }] };
}

async function heardOf(ctx: Context, event: Said): Promise<Told> {
  const isNew = event.isToUs && event.edits === undefined;
  const code = isNew ? saidLinkCode(event.text) : undefined;
  const heard = code === undefined ? undefined : await linked(ctx, event, code);
  if (heard !== undefined) return heard;
  const delivery = await repliedTo(ctx, event);
  const isInThread = threadsOf(event, delivery).length > 0;
  if (delivery === undefined && !isInThread && !event.isToUs) return {};
  if (event.text.trim() === "" && !bringsMaterial(event)) return unheard({ event, delivery });
  const caller = await whoDid(ctx, event);
  const workspaces =
    caller === undefined ? await ctx.store.listWorkspaces() : [caller.principal.workspace];
  const talk = await talkIn(ctx, event, { workspaces, delivery });
  const words = { event, delivery, talk };
  return (await answered(ctx, caller, words)) ?? (await unasked(ctx, caller, words));
}

/** The result of the words as an answer; undefined if they are none. */
async function answered(
  ctx: Context,
  caller: Caller | undefined,
  { event, delivery, talk }: Words,
): Promise<Told | undefined> {
  const isReply = delivery !== undefined || talk !== undefined;
  if (event.edits !== undefined) {
    if (caller === undefined) return {};
    const heard = await edited(ctx, caller, { event, isReply });
    if (heard !== undefined) return heard;
  }
  const asked = await askedBy(ctx, event, { delivery, talk });
  if (asked !== undefined) return await reply(ctx, caller, { event, delivery: asked });
  // A carried-out order is not given again because somebody corrects a letter in it.
  if (event.edits !== undefined) return NOT_HEARD;
  if (isReply || caller === undefined || !event.isToUs) return undefined;
  return await toOpenQuestion(ctx, caller, event);
}

async function unasked(ctx: Context, caller: Caller | undefined, words: Words): Promise<Told> {
  const { event, delivery, talk } = words;
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

function unheard({ event, delivery }: Pick<Words, "event" | "delivery">): Told {
  const isOurs = event.isToUs || delivery !== undefined;
  const { edits, from } = event;
  return !isOurs || edits !== undefined || from.isForeign === true ? {} : wordless(event);
}

/** The request they may answer: the one replied to, or the newest open question of the thread. */
async function askedBy(
  ctx: Context,
  event: Said,
  { delivery, talk }: Omit<Words, "event">,
): Promise<Delivery | undefined> {
  const isThreads = talk !== undefined && isToThread(event);
  const open = isThreads ? await questionIn(ctx, event, talk) : undefined;
  if (open !== undefined) return open;
  if (delivery === undefined || !isOfRequest(delivery.item)) return undefined;
  // Words too late for a session's question are a new order to its agent.
  const isLate = (await sessionOf(ctx, delivery)) !== undefined && (await isClosed(ctx, delivery));
  return isLate ? undefined : delivery;
}

async function isClosed(ctx: Context, { workspace, item }: Delivery): Promise<boolean> {
  if (!isOfRequest(item)) return false;
  const request = await ctx.store.findRequest(workspace, item);
  return request !== undefined && request.status !== "open";
}

async function stranger(ctx: Context, { event, delivery }: Words): Promise<Told> {
  if (delivery !== undefined) return await reply(ctx, undefined, { event, delivery });
  // In a thread where an agent talks, people may talk among themselves.
  return event.isToUs ? refusal(strangerWords(event)) : {};
}

/** Words to an agent that has spoken there: a session, if a host runs it. */
async function toOne(
  ctx: Context,
  caller: Caller,
  { event, delivery, talk, agent }: Words & { readonly agent: Delivery["agent"] },
): Promise<Told> {
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

interface Reply {
  readonly event: Said;
  readonly delivery: Delivery;
}

async function reply(ctx: Context, caller: Caller | undefined, given: Reply): Promise<Told> {
  const { event, delivery } = given;
  const { workspace, item, agent } = delivery;
  const isRequest = isOfRequest(item);
  if (caller === undefined || caller.principal.workspace !== workspace) {
    return isRequest
      ? await refuseStranger(ctx, event, { workspace, request: item, agent })
      : refusal(strangerWords(event));
  }
  await seen(ctx, delivery);
  return isRequest
    ? await toRequest(ctx, caller, { event, id: item })
    : await toAgent(ctx, caller, { event, delivery });
}

async function linked(ctx: Context, event: Said, code: string): Promise<Told | undefined> {
  const done = await linkAccount(ctx, event, code);
  if (done === "taken") return refusal({ name: "link.taken" });
  if (done === "unknown_code") {
    const age: Saying = { name: "link.minutes", values: { count: LINK_LIFE_MS / MINUTE_MS } };
    return refusal({ name: "link.unknown", values: { age, channel: event.address.channel } });
  }
  // Ten letters from a linked account can be ordinary words too: an answer, or "Understood".
  if (!done.isNew && (event.replyTo !== undefined || !isPlainlyCode(event.text))) return undefined;
  return { say: [{ name: "link.done" }] };
}

/** Typed as shown, or after `link` or `start`; a repeated delivery gets the same reply. */
function isPlainlyCode(text: string): boolean {
  const isBehindWord = /^\s*\/?(?:link|start)\s/i.test(text);
  const hasHyphen = text.includes("-");
  // One code in forty has no digit.
  return /\d/.test(text) ? isBehindWord || hasHyphen : isBehindWord && hasHyphen;
}
