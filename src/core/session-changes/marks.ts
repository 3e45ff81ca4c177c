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
 * What is marked on platforms. Every write stands in the commit of the change that it tells of; a job
 * brings the platforms in line with it.
 */

/** Marks a question that a paused session waits for, as it comes to stand on a platform. */
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
 * Takes the marks off a question that is closed. For a change that is tried again where another was
 * faster: read them anew each time.
 */
export async function markWrites(ctx: Context, request: Request): Promise<readonly Write[]> {
  if (request.status === "open" || !canMarkAnywhere(ctx)) return [];
  const deliveries = await ctx.store.deliveriesOf(request.workspace, request.id);
  const writes = deliveries.map((one) => clearedMarkWrites(ctx, one));
  return (await Promise.all(writes)).flat();
}

/** Takes the mark off one of its posts. */
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

/** Marks the message that starts a session: whoever wrote it sees at once that it was heard. */
export async function heardMarkWrites(ctx: Context, session: Session): Promise<readonly Write[]> {
  const at = startingMessage(session);
  if (at === undefined || session.status !== "queued" || !canShow(ctx, at.channel)) return [];
  return await markWrite(ctx, { ...at, name: HEARD_MARK, isOn: true });
}

/**
 * Marks the message that started a session which has ended, once for all that continue it, and takes
 * off that it was heard.
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

/** As it should be from `at`: the platform is told then. */
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

/** Where few emoji can be added, this one can: whoever has a mark at all has a sign of being heard. */
function canShow({ outlets }: Context, channel: RemoteChannel): boolean {
  return outlets?.channels.get(channel)?.mark !== undefined;
}

function canMarkAnywhere({ outlets }: Context): boolean {
  const channels = [...(outlets?.channels.values() ?? [])];
  return channels.some(({ capabilities }) => capabilities.marks);
}
