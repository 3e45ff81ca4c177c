import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { type Delivery, isOfRequest, type PostRef } from "../../domain/hub/delivery.ts";
import { ENDED_MARK, HEARD_MARK, type Mark, WAITING_MARK } from "../../domain/hub/mark.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";

/*
 * The marks on platforms. Every write belongs to the commit of the change it shows; a job then
 * brings the platforms in line.
 */

/** Marks the post of a question that a paused session waits for, once it stands on a platform. */
export async function postedMarkWrites(
  ctx: Context,
  { workspace, item, address }: Delivery,
  { chatId, threadId, ids: [messageId] }: PostRef,
): Promise<readonly Write[]> {
  const { channel } = address;
  if (!isOfRequest(item) || messageId === undefined || !canMark(ctx, channel)) return [];
  const session = await ctx.store.sessionWaitingFor(workspace, item);
  if (session === undefined) return [];
  const thread = threadId ?? address.threadId;
  return await markWrite(ctx, {
    workspace,
    channel,
    chatId,
    messageId,
    name: WAITING_MARK,
    session: session.id,
    isOn: true,
    ...present({ threadId: thread }),
  });
}

/**
 * Removes the marks from a closed question. Read them again each time a change is retried after a
 * lost race.
 */
export async function markWrites(ctx: Context, request: Request): Promise<readonly Write[]> {
  if (request.status === "open" || !canMarkAnywhere(ctx)) return [];
  const deliveries = await ctx.store.deliveriesOf(request.workspace, request.id);
  const writes = deliveries.map((one) => clearedMarkWrites(ctx, one));
  return (await Promise.all(writes)).flat();
}

/** Removes the mark from one of its posts. */
export async function clearedMarkWrites(
  ctx: Context,
  { workspace, address: { channel }, post, item }: Delivery,
): Promise<readonly Write[]> {
  const [messageId] = post?.ids ?? [];
  if (post === undefined || messageId === undefined) return [];
  if (!isOfRequest(item) || !canMark(ctx, channel)) return [];
  const place = { workspace, channel, chatId: post.chatId, messageId, name: WAITING_MARK } as const;
  const mark = await ctx.store.findMark(place);
  return mark?.isOn === true ? [turned(mark, false, nowOf(ctx))] : [];
}

/** Marks the message that starts a session, so its author sees at once that it was heard. */
export async function heardMarkWrites(ctx: Context, session: Session): Promise<readonly Write[]> {
  const at = startingMessage(session);
  if (at === undefined || session.status !== "queued" || !canShow(ctx, at.channel)) return [];
  return await markWrite(ctx, { ...at, name: HEARD_MARK, isOn: true });
}

/**
 * Marks the message that started an ended session, once for all sessions that continue it, and
 * removes the heard mark.
 */
export async function endMarkWrites(ctx: Context, session: Session): Promise<readonly Write[]> {
  const at = startingMessage(session);
  if (at === undefined || !canShow(ctx, at.channel)) return [];
  const heard = await ctx.store.findMark({ ...at, name: HEARD_MARK });
  const off = heard?.isOn === true ? [turned(heard, false, nowOf(ctx))] : [];
  if (!canMark(ctx, at.channel)) return off;
  return [...off, ...(await markWrite(ctx, { ...at, name: ENDED_MARK, isOn: true }))];
}

type Place = Pick<Mark, "workspace" | "channel" | "chatId" | "threadId" | "messageId" | "session">;

function startingMessage({ workspace, place, id }: Session): Place | undefined {
  if (place?.messageId === undefined) return undefined;
  const { channel, chatId, threadId, messageId } = place;
  return {
    workspace,
    channel: channel as RemoteChannel,
    chatId,
    messageId,
    session: id,
    ...present({ threadId }),
  };
}

/** Turns the mark on or off from `at`, when the platform is told. */
export function turned(mark: Mark, isOn: boolean, at: Timestamp): Write {
  return {
    type: "mark.put",
    mark: { ...mark, isOn, dueAt: at, attempts: 0, version: mark.version + 1 },
  };
}

async function markWrite(
  ctx: Context,
  wanted: Omit<Mark, "attempts" | "version" | "dueAt">,
): Promise<readonly Write[]> {
  const now = nowOf(ctx);
  const former = await ctx.store.findMark(wanted);
  if (former?.isOn === wanted.isOn) return [];
  if (former !== undefined) return [turned({ ...former, ...wanted }, wanted.isOn, now)];
  return [{ type: "mark.put", mark: { ...wanted, dueAt: now, attempts: 0, version: 1 } }];
}

function canMark({ outlets }: Context, channel: string): channel is RemoteChannel {
  return outlets?.channels.get(channel as RemoteChannel)?.capabilities.marks === true;
}

/**
 * The heard mark uses an emoji that even restricted platforms allow, so any channel with marks
 * shows it.
 */
function canShow({ outlets }: Context, channel: RemoteChannel): boolean {
  return outlets?.channels.get(channel)?.mark !== undefined;
}

function canMarkAnywhere({ outlets }: Context): boolean {
  const channels = [...(outlets?.channels.values() ?? [])];
  return channels.some(({ capabilities }) => capabilities.marks);
}
