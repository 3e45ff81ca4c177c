import { type Delivery, isOfRequest, TOLD_AFTER_MS } from "../../domain/hub/delivery.ts";
import { moved } from "../../domain/hub/delivery-machine.ts";
import type { RequestId } from "../../domain/id.ts";
import { type Fold, foldOf } from "../../domain/inbox/fold.ts";
import { likenessOfRequest } from "../../domain/requests/likeness.ts";
import type { OpenRequest, ShownRequest } from "../../domain/requests/request.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Channel } from "../../ports/channels/channel.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { unwantedUntil } from "./plan-request.ts";

/*
 * Similar requests of one agent share one post at an address. The first stands there; the post says
 * how many wait behind it and where they differ. Each is decided by itself: an action on the post
 * affects only the first, and once that is closed the next takes its place. These are not folded:
 * - a CRITICAL request, or one that differs in level, person or thread from the standing one;
 * - a request that ends before the post does, since it would end unseen;
 * - a request already brought to the address that comes again as a reminder.
 */

/** A post further up in a chat is out of sight, so the next request gets a post of its own. */
const NEWEST_POSTS = 50;
/**
 * A request that waited and ends within this time is not posted: nobody could read it and decide in
 * time.
 */
const LAST_MOMENT_MS = 30_000;
/** Differences are described for this many requests; all are counted. */
const MOST_COMPARED = 20;

/** What is stored instead of a post, in this order. */
export interface Instead {
  readonly next: Delivery;
  readonly besides: readonly Write[];
}

interface Bringing {
  readonly delivery: Delivery;
  readonly channel: Edited;
}

/** Whether what stands there can be changed. */
interface Edited {
  readonly capabilities: Pick<Channel["capabilities"], "edit">;
}

/** Undefined if it is to be posted now. */
export async function insteadOfPost(
  ctx: Context,
  { delivery, channel }: Bringing,
): Promise<Instead | undefined> {
  const { workspace, item, attempts, which } = delivery;
  if (attempts > 0 || which !== undefined || !isOfRequest(item)) return undefined;
  const request = await ctx.store.findRequest(workspace, item);
  if (request?.status !== "open") return undefined;
  const standing = await standingHere(ctx, delivery);
  // A reminder of the same request is wanted, and stands there twice.
  const isThere = standing.some((one) => one.item === item);
  const leader = isThere ? undefined : await leaderOf(ctx, request, standing);
  const now = nowOf(ctx);
  if (leader !== undefined) {
    const folded = moved(delivery, { type: "fold", behind: leader.id }, now);
    // Closing the first request changes its delivery too. One of the two commits is refused, and
    // plans again.
    return {
      next: toldAnew(leader, channel, now),
      besides: [{ type: "outbox.put", delivery: folded }],
    };
  }
  if (delivery.heldFor !== "alike") return undefined;
  // A reminder of a waiting request may have waited with it.
  if (isThere || endMs(request) - toMs(now) < LAST_MOMENT_MS) {
    return { next: moved(delivery, { type: "drop" }, now), besides: [] };
  }
  const unwanted = await unwantedUntil(ctx, request, delivery.operator);
  if (unwanted === undefined) return undefined;
  return { next: moved(delivery, { type: "put_off", ...unwanted }, now), besides: [] };
}

/**
 * The delivery, due soon to say how many wait behind it; requests that arrive until then are
 * included.
 */
export function toldAnew(leader: Delivery, { capabilities }: Edited, now: Timestamp): Delivery {
  const tellAt = capabilities.edit ? toTimestamp(toMs(now) + TOLD_AFTER_MS) : undefined;
  return moved(leader, { type: "lead", tellAt }, now);
}

async function standingHere(
  { store }: Context,
  { workspace, agent, address, operator }: Delivery,
): Promise<readonly Delivery[]> {
  const { channel, chatId, threadId } = address;
  const place = { workspace, agent, channel, chatId, among: NEWEST_POSTS };
  return (await store.standingIn(place)).filter(
    (one) => one.address.threadId === threadId && one.operator === operator,
  );
}

async function leaderOf(
  { store }: Context,
  request: OpenRequest,
  standing: readonly Delivery[],
): Promise<Delivery | undefined> {
  if (standing.length === 0 || isCritical(request)) return undefined;
  const likeness = likenessOfRequest(request);
  for (const one of standing) {
    if (!isOfRequest(one.item)) continue;
    const other = await store.findRequest(request.workspace, one.item);
    const isOpen = other?.status === "open" && endMs(other) <= endMs(request);
    if (isOpen && likenessOfRequest(other) === likeness) return one;
  }
  return undefined;
}

function isCritical(request: OpenRequest): boolean {
  return request.kind === "authorization" && request.authorization.demand.level === "CRITICAL";
}

function endMs({ expiresAt }: OpenRequest): number {
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : toMs(expiresAt);
}

/** What a post says of the requests that wait behind it. */
export interface Behind {
  readonly count: number;
  /** The shown request and the first of those that wait. */
  readonly fold: Fold;
}

export async function behindOf(
  ctx: Pick<Context, "store">,
  delivery: Delivery,
  request: ShownRequest,
): Promise<Behind | undefined> {
  const items = await waitingBehind(ctx, delivery);
  const compared = items.slice(0, MOST_COMPARED);
  const found = await Promise.all(
    compared.map((item) => ctx.store.findRequest(delivery.workspace, item)),
  );
  const fold = foldOf([request, ...found.filter((one) => one !== undefined)]);
  return fold && { count: items.length, fold };
}

export async function waitingBehind(
  { store }: Pick<Context, "store">,
  { workspace, id, item: own }: Delivery,
): Promise<readonly RequestId[]> {
  const waiting = await store.deliveriesBehind(workspace, id);
  const items = new Set(waiting.map(({ item }) => item).filter(isOfRequest));
  return [...items].filter((item) => item !== own);
}
