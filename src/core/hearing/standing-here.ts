import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { isBefore } from "../../domain/hub/find-question.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { onceBrought } from "./replied-to.ts";

type Said = Extract<Inbound, { kind: "text" }>;

/** This many of a chat's newest posts are examined. */
const MOST_POSTS = 200;

export interface Asked {
  readonly delivery: Delivery;
  readonly request: OpenQuestion;
}

/** The open questions at the place where something is said. */
export interface Standing {
  /** Each question once, the latest post first. */
  readonly questions: readonly Asked[];
  /** Nothing of ours stands between the last of them and the words. */
  readonly isLast: boolean;
}

/** What was sent to the chat in which something is said, newest first. */
export async function broughtTo(
  { store }: Context,
  { principal: { workspace, id } }: Caller,
  { address: { channel, chatId }, isDirect }: Said,
): Promise<readonly Delivery[]> {
  // Platforms may name a direct chat by its own number or by the person's.
  const own = isDirect === true ? await store.listLinks(workspace) : [];
  const theirs = own.filter((link) => link.operator === id && link.channel === channel);
  const chatIds = [...new Set([chatId, ...theirs.map((link) => link.chatId)])];
  const brought = await store.deliveriesTo({ workspace, channel, chatIds, limit: MOST_POSTS });
  return brought.filter(({ post, address }) => (post?.chatId ?? address.chatId) === chatId);
}

/**
 * The open questions where something is said to us without replying to one. A post after the words
 * could not be what they answer. A post on its way may have stood before them or not, so no
 * question counts as last then.
 */
export async function standingHere(ctx: Context, caller: Caller, event: Said): Promise<Standing> {
  const isKnown = await onceBrought(ctx, event.address);
  const all = await broughtTo(ctx, caller, event);
  const before = all.filter(
    (one) => stands(one, event) && isBefore(one.post?.ids[0], event.messageId),
  );
  const questions = await openOf(ctx, before);
  const [last] = before.filter(({ which }) => which?.chosen === undefined);
  const isLast = isKnown && questions.some(({ delivery }) => delivery === last);
  return { questions, isLast };
}

async function openOf(ctx: Context, deliveries: readonly Delivery[]): Promise<readonly Asked[]> {
  // The newest of each stays.
  const newest = new Map(deliveries.toReversed().map((one) => [one.item, one]));
  const asked = deliveries
    .filter((one) => newest.get(one.item) === one)
    .map(async (delivery) => ({ delivery, request: await questionOf(ctx, delivery) }));
  const found = await Promise.all(asked);
  return found.flatMap(({ delivery, request }) =>
    request === undefined ? [] : [{ delivery, request }],
  );
}

/** A direct chat with all its threads is one place; elsewhere each thread is a place. */
function stands({ post, address }: Delivery, { address: at, isDirect }: Said): boolean {
  if (isDirect === true && at.threadId === undefined) return true;
  const thread = post?.threadId ?? address.threadId;
  return thread === at.threadId || (at.threadId !== undefined && post?.ids[0] === at.threadId);
}

async function questionOf(
  { store }: Context,
  { workspace, item }: Delivery,
): Promise<OpenQuestion | undefined> {
  const request = isOfRequest(item) ? await store.findRequest(workspace, item) : undefined;
  return request?.kind === "question" && request.status === "open" ? request : undefined;
}
