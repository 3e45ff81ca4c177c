import {
  type Delivery,
  isFileDue,
  isOfRequest,
  type PostRef,
} from "../../../domain/hub/delivery.ts";
import { type DeliveryEvent, moved } from "../../../domain/hub/delivery-machine.ts";
import { present } from "../../../domain/present.ts";
import type { Timestamp } from "../../../domain/timestamp.ts";
import { ChannelError, type Post } from "../../../ports/channels/channel.ts";
import { isChannelError } from "../../../ports/channels/is-channel-error.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { addressesOf, addressName } from "../../call/people-cache.ts";
import { insteadOfPost, waitingBehind } from "../../planning/fold-behind.ts";
import { startClock } from "../../requests/start-clock.ts";
import { clearedMarkWrites, postedMarkWrites } from "../../session-changes/marks.ts";
import {
  AGAIN,
  type Attempt,
  type Attempted,
  DONE,
  eventOf,
  failed,
  mayBeThere,
  put,
} from "./attempt-result.ts";
import { contentOf, type Shown } from "./content-of.ts";
import { attachedTo, giveFile, hasFiles } from "./give-files.ts";

/**
 * Makes one attempt at a delivery and stores the result. Before the platform is called, the store
 * notes that it may be. After a crash, the next attempt then knows that this one may have been
 * sent.
 */
export async function attempt(ctx: Context, given: Attempt): Promise<Attempted> {
  const { delivery } = given;
  if (isFileDue(delivery)) {
    return await giveFile(ctx, given, { isWanted: await isLinked(ctx, delivery) });
  }
  if (delivery.job === "edit") return await edit(ctx, given);
  if (!(await isLinked(ctx, delivery))) {
    return await failed(ctx, given, { begun: notStored(delivery, nowOf(ctx)), error: notLinked() });
  }
  const instead = await insteadOfPost(ctx, given);
  if (instead === undefined) return await post(ctx, given);
  return { isDone: await put(ctx, given, instead), isUnsent: true };
}

/**
 * Begun without a note in the store, because the platform is not called, or may be called any
 * number of times.
 */
function notStored(delivery: Delivery, now: Timestamp): Delivery {
  return { ...moved(delivery, { type: "begin" }, now), version: delivery.version };
}

async function post(ctx: Context, given: Attempt): Promise<Attempted> {
  const { delivery, channel, onPoint } = given;
  const isUnsure = mayBeThere(delivery);
  const isResent = isUnsure && !channel.capabilities.find;
  const shown = await contentOf(ctx, {
    ...given,
    delivery: isResent ? { ...delivery, isResent } : delivery,
  });
  // A post that may already stand shows its old content, so its buttons approve that and nothing
  // newer.
  const digest = isUnsure ? delivery.digest : shown?.digest;
  const begun = moved(delivery, { type: "begin", isResent, digest }, nowOf(ctx));
  onPoint?.("before_begin");
  if (!(await put(ctx, given, { next: begun }))) return AGAIN;
  onPoint?.("after_begin");
  try {
    const item =
      shown === undefined ? undefined : await postOf(ctx, { ...given, delivery: begun }, shown);
    const found = isUnsure && item !== undefined ? await channel.find?.(item) : undefined;
    if (found !== undefined) {
      // The post stands as it was asked; the request may have changed since.
      const isOld = shown?.isClosed === true || shown?.digest !== begun.digest;
      return await posted(ctx, given, { begun, ref: found, isOld, shown });
    }
    // The request was closed meanwhile, so nobody needs to be asked.
    if (shown === undefined || item === undefined || shown.isClosed) {
      await put(ctx, given, { next: moved(begun, { type: "drop" }, nowOf(ctx)) });
      return DONE;
    }
    onPoint?.("before_post");
    const ref = await channel.post(item);
    onPoint?.("after_post");
    given.onAnswered();
    const isOld = await isToldOtherwise(ctx, delivery, shown);
    const there = { ...begun, ...digestOf(shown) };
    return await posted(ctx, given, { begun: there, ref, isOld, shown });
  } catch (error) {
    return await failed(ctx, given, { begun, error, isUnsure });
  }
}

/**
 * Whether the numbers of those that ask the same or wait behind it have changed since it was made.
 */
async function isToldOtherwise(
  ctx: Context,
  delivery: Delivery,
  { askers = 0, behind = 0 }: Shown,
): Promise<boolean> {
  const { workspace, item } = delivery;
  if (!isOfRequest(item)) return false;
  if ((await ctx.store.askersBehind(workspace, [item])).length !== askers) return true;
  // Nothing can start to wait behind a post while it is being sent.
  return behind > 0 && (await waitingBehind(ctx, delivery)).length !== behind;
}

function digestOf({ digest }: Pick<Delivery, "digest">): { readonly digest?: string } {
  return digest === undefined ? {} : { digest };
}

async function postOf(ctx: Context, given: Attempt, shown: Shown): Promise<Post> {
  const { id, address, replyTo } = given.delivery;
  const files = await attachedTo(ctx, given, shown);
  return { key: id, address, content: shown.content, ...present({ replyTo, files }) };
}

async function posted(
  ctx: Context,
  given: Attempt,
  {
    begun,
    ref,
    isOld,
    shown,
  }: { begun: Delivery; ref: PostRef; isOld: boolean; shown: Shown | undefined },
): Promise<Attempted> {
  const event = {
    type: "posted",
    post: ref,
    hasFiles: hasFiles(given, shown),
    ...digestOf(begun),
  } as const;
  const next = standing(ctx, begun, { event, isOld });
  const logged = eventOf(ctx, begun, { type: "delivery.sent" });
  const besides = isOld ? [] : await postedMarkWrites(ctx, begun, ref);
  const isMarked = await put(ctx, given, { next, logged, besides });
  given.onPoint?.("after_mark");
  const { workspace, item: id } = begun;
  // The post stands, whoever was faster to store something about it.
  if (isOfRequest(id)) await startClock(ctx, { workspace, id });
  if (isMarked) return next.job === undefined ? DONE : AGAIN;
  // It was closed or dropped during the attempt, so the post is edited.
  const now = await ctx.store.findDelivery(begun.workspace, begun.id);
  if (now?.status !== "queued") return AGAIN;
  await put(ctx, given, { next: standing(ctx, now, { event, isOld: true }), logged });
  return AGAIN;
}

/** Sent; due for an edit if its content is already out of date. */
function standing(
  ctx: Context,
  delivery: Delivery,
  { event, isOld }: { readonly event: DeliveryEvent; readonly isOld: boolean },
): Delivery {
  const there = moved(delivery, event, nowOf(ctx));
  if (!isOld) return there;
  return { ...moved(there, { type: "change" }, nowOf(ctx)), version: there.version };
}

async function edit(ctx: Context, given: Attempt): Promise<Attempted> {
  const { delivery, channel, onPoint } = given;
  const isPossible = channel.capabilities.edit || channel.kind === "email";
  const shown = isPossible ? await contentOf(ctx, given) : undefined;
  try {
    if (shown !== undefined && delivery.post !== undefined) {
      onPoint?.("before_edit");
      await channel.edit(delivery.post, shown.content);
      onPoint?.("after_edit");
      given.onAnswered();
    }
  } catch (error) {
    const isGone = isChannelError(error) && error.kind === "gone";
    if (!isGone) {
      return await failed(ctx, given, { begun: notStored(delivery, nowOf(ctx)), error });
    }
  }
  // The question may have closed just as its post came to stand.
  const besides = shown?.isClosed === true ? await clearedMarkWrites(ctx, delivery) : [];
  const next = moved(delivery, editedEvent(shown), nowOf(ctx));
  const isStored = await put(ctx, given, { next, besides });
  return isStored && next.job === undefined ? DONE : AGAIN;
}

function editedEvent(shown: Shown | undefined): DeliveryEvent {
  const isOver = shown === undefined || shown.isClosed;
  return { type: "edited", isOver, ...digestOf(shown ?? {}) };
}

/** After a link or its operator was removed, nothing planned for that address goes out. */
async function isLinked(
  { people, store }: Pick<Context, "people" | "store">,
  { workspace, address, operator, item, agent }: Delivery,
): Promise<boolean> {
  // A message goes to a chat, whoever owns the link; a request is for one operator to see.
  const name = addressName(address, isOfRequest(item) ? operator : undefined);
  if ((await people.addresses(workspace)).has(name)) return true;
  // Another node may have linked it a moment ago.
  if ((await addressesOf(store, workspace)).has(name)) return true;
  // The mail that asks for a code goes to an address that is not linked yet.
  return (await people.find(workspace, agent))?.kind === "person";
}

function notLinked(): ChannelError {
  const why = "The address is no longer linked, so nothing is sent there.";
  return new ChannelError("permanent", `${why} Link it again and resend this, or drop it.`);
}
