import { isEarshotError } from "../../domain/errors.ts";
import type { Delivery, WhichQuestion } from "../../domain/hub/delivery.ts";
import { moved } from "../../domain/hub/delivery-machine.ts";
import { ownConversation } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { newDelivery } from "../call/new-delivery.ts";
import { commitError } from "../call/once.ts";
import { namesAgentHere } from "./begin-session.ts";
import { type Asked, standingHere } from "./standing-here.ts";
import { toAnybody } from "./to-agent.ts";
import { takesWords, toRequest } from "./to-request.ts";
import { refusal, type Told } from "./told.ts";
import { optionsOf, whoDid } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

/** As many as fit on the buttons of one message on every platform. */
const MOST_ASKED = 8;
const NONE = "none";

/**
 * Words to us that reply to no post that is known. They answer the one open question there if they
 * reply to nothing and nothing of ours follows it. Otherwise the person is asked once which question
 * they answer: what they reply to may be a post of another question, sent before a kill and unknown
 * since. Undefined if they can answer none; then they are for an agent.
 */
export async function toOpenQuestion(
  ctx: Context,
  caller: Caller,
  event: Said,
): Promise<Told | undefined> {
  if (await namesAgentHere(ctx, caller, event)) return undefined;
  const { questions, isLast } = await standingHere(ctx, caller, event);
  const takes = questions.map(({ request }) => takesWords(ctx, request, event));
  const fit = await Promise.all(takes);
  const taking = questions.filter((_, index) => fit[index]);
  const [only] = taking;
  if (only === undefined) return undefined;
  if (questions.length === 1 && isLast && event.replyTo === undefined) {
    return await toRequest(ctx, caller, { event, id: only.request.id });
  }
  return await askWhich(ctx, caller, { event, taking });
}

async function askWhich(
  ctx: Context,
  caller: Caller,
  { event, taking }: { readonly event: Said; readonly taking: readonly Asked[] },
): Promise<Told> {
  const { address, text, messageId: replyTo, isDirect, opensThread } = event;
  const channel = ctx.outlets?.channels.get(address.channel);
  if (channel?.capabilities.buttons !== true) {
    return refusal({ name: "unclear" });
  }
  const message = keptWords(ctx, caller, event);
  const { id: item, workspace, createdAt } = message;
  const agent = caller.principal.id;
  const place = { workspace, item, agent, createdAt, dueAt: createdAt, address, replyTo };
  const which: WhichQuestion = {
    requests: taking.slice(0, MOST_ASKED).map(({ request }) => request.id),
    ...(isDirect && { isDirect }),
    ...(opensThread && { opensThread }),
  };
  const delivery: Delivery = { ...newDelivery(ctx, { ...place, text }), which };
  const { idempotencyKey: key = "" } = optionsOf(event);
  const digest = ctx.digest.json(["which_question", text]);
  const once = { principal: agent, key, digest, result: delivery.id };
  const change: Change = {
    workspace,
    once,
    events: [
      {
        // Not yet anybody's words to hear: whom they are for is still open.
        type: "message.held",
        at: createdAt,
        actor: agent,
        subject: item,
        data: { digest: ctx.digest.content(message.salt, text), channel: address.channel },
      },
    ],
    writes: [
      { type: "message.insert", message },
      { type: "outbox.insert", delivery },
    ],
  };
  const done = await ctx.commit(change);
  if (done.outcome !== "committed" && done.outcome !== "replayed") throw commitError(done, change);
  return {};
}

/**
 * Kept in a conversation of the person's own, which no agent reads, until it is clear whom they are
 * for. As a message they are erased with messages.
 */
function keptWords(ctx: Context, caller: Caller, event: Said): Message {
  const { workspace, id } = caller.principal;
  return {
    id: ctx.ids.next("msg"),
    workspace,
    conversation: ownConversation(id),
    from: actorOf(caller, event.address.channel),
    text: event.text,
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
  };
}

/** The person's choice on the post that asks which question their words answer. */
export async function chose(
  ctx: Context,
  event: Extract<Inbound, { kind: "press" }>,
  { delivery, name }: { readonly delivery: Delivery; readonly name: string },
): Promise<Told | undefined> {
  const { which } = delivery;
  const chosen = name === NONE ? NONE : which?.requests[Number(name)];
  if (which === undefined || chosen === undefined) return undefined;
  const caller = await whoDid(ctx, event);
  if (caller?.principal.id !== delivery.agent) {
    return refusal({ name: "not_yours" });
  }
  if (which.chosen !== undefined) return TAKEN;
  if (delivery.text === "") return ERASED;
  const words = wordsOf(event, delivery, which);
  try {
    const heard =
      chosen === NONE
        ? await toAnybody(ctx, caller, words)
        : await toRequest(ctx, caller, { event: words, id: chosen });
    if (heard.isRefusal !== true || (await isKept(ctx, delivery, words))) {
      await note(ctx, delivery, chosen);
    }
    return heard;
  } catch (error) {
    // If two buttons are pressed together, one gets the words.
    if (isEarshotError(error, "KEY_REUSED")) return TAKEN;
    throw error;
  }
}

const ERASED = refusal({ name: "forgotten" });
const TAKEN = refusal({ name: "taken" });

/** The words as they were said, under a key of their own, so any button uses them only once. */
function wordsOf(
  { from, atMs }: Inbound,
  { id, address, text = "", replyTo = id }: Delivery,
  { isDirect, opensThread }: WhichQuestion,
): Said {
  return {
    kind: "text",
    key: `words:${id}`,
    from,
    address,
    atMs,
    text,
    messageId: replyTo,
    isToUs: true,
    ...(isDirect && { isDirect }),
    ...(opensThread && { opensThread }),
  };
}

/** Words that came too late become a message, which uses them up too. */
async function isKept({ store }: Context, { workspace, agent }: Delivery, words: Said) {
  const { idempotencyKey: key = "" } = optionsOf(words);
  return (await store.findOnce({ workspace, principal: agent, key })) !== undefined;
}

/** Losing the race to another change is harmless: the words were used and cannot be used again. */
async function note(
  ctx: Context,
  { workspace, id }: Delivery,
  chosen: NonNullable<WhichQuestion["chosen"]>,
): Promise<void> {
  const now = await ctx.store.findDelivery(workspace, id);
  if (now?.status !== "sent" && now?.status !== "seen") return;
  const delivery = moved(now, { type: "choose", chosen }, nowOf(ctx));
  await ctx.commit({ workspace, writes: [{ type: "outbox.put", delivery }], events: [] });
}
