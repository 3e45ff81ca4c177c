import type { WorkspaceId } from "../../../domain/id.ts";
import { WAITING_MARK } from "../../../domain/mark.ts";
import type { Session } from "../../../domain/session.ts";
import { toMs } from "../../../domain/timestamp.ts";
import type { StandingMessage } from "../../../ports/channel.ts";
import { type Context, nowOf } from "../../context.ts";
import { turned } from "../marks.ts";
import { adoptQuestion } from "./adopt-question.ts";
import type { CatchingUp } from "./catch-up.ts";
import { feedReplies } from "./marked.ts";

/** What was said before is not begun any more: whoever wanted it has found another way. */
const LOOK_BACK_MS = 72 * 60 * 60_000;

interface Chat {
  readonly workspace: WorkspaceId;
  readonly chatId: string;
}

/** What was said in linked chats, and what stands there marked by us. */
export async function catchUpChats(
  ctx: Context,
  given: CatchingUp,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { channel, ask } = given;
  if (channel.standing === undefined) return;
  const sinceMs = ctx.clock.now() - LOOK_BACK_MS;
  for (const chat of await chatsOf(ctx, given)) {
    try {
      const { chatId } = chat;
      const messages = await ask(async () => channel.standing?.({ chatId, sinceMs }));
      for (const message of messages ?? []) await catchUpWithRoot(ctx, given, { chat, message });
    } catch (error) {
      if (given.guard() === undefined) return;
      // One chat that cannot be read keeps no other from being caught up.
      onFault(error);
    }
  }
}

async function chatsOf(ctx: Context, { channel }: CatchingUp): Promise<readonly Chat[]> {
  const chats = new Map<string, Chat>();
  for (const workspace of await ctx.store.listWorkspaces()) {
    const profiles = await ctx.store.listAgentProfiles(workspace);
    if (profiles.length === 0) continue;
    for (const link of await ctx.store.listLinks(workspace)) {
      const { chatId } = link;
      if (link.channel === channel.kind) chats.set(`${workspace} ${chatId}`, { workspace, chatId });
    }
  }
  return [...chats.values()];
}

interface Found {
  readonly chat: Chat;
  readonly message: StandingMessage;
}

async function catchUpWithRoot(ctx: Context, given: CatchingUp, found: Found): Promise<void> {
  const { chat, message } = found;
  const { messageId: threadId, said, hasReplies } = message;
  const { channel, ask } = given;
  // As it is before anything is taken in here: what begins now has heard nothing of what follows.
  const talk = await ctx.store.sessionAt({ ...chat, channel: channel.kind, threadId });
  const isBegunNow = said?.isToUs === true && talk === undefined;
  if (isBegunNow) await given.sink(said);
  await setRight(ctx, given, { ...found, threadId });
  if (!hasReplies) return;
  const at = { chatId: chat.chatId, threadId, sinceMs: 0 };
  const replies = (await ask(async () => channel.standing?.(at))) ?? [];
  for (const reply of replies.filter(({ messageId }) => messageId !== threadId)) {
    await setRight(ctx, given, { chat, message: reply, threadId });
    if (reply.said !== undefined && isNews(reply.said, { talk, isBegunNow })) {
      await given.sink(reply.said);
    }
  }
}

/**
 * Whether it was said since a session of the thread last began, since what came before that was heard
 * then; in a thread in which none talks, whether it is said to us.
 */
function isNews(
  { atMs, isToUs }: NonNullable<StandingMessage["said"]>,
  { talk, isBegunNow }: { readonly talk: Session | undefined; readonly isBegunNow: boolean },
): boolean {
  if (talk === undefined) return isBegunNow || isToUs === true;
  return atMs > toMs(talk.createdAt);
}

/** Of what bears our mark: it is taken off where nothing waits, and a question nobody knows is adopted. */
async function setRight(
  ctx: Context,
  given: CatchingUp,
  { chat, message, threadId }: Found & { readonly threadId: string },
): Promise<void> {
  const { messageId, isOurs, marks } = message;
  const isMarked = marks.some((mark) => mark.isOurs && mark.name === WAITING_MARK);
  const { channel, guard } = given;
  const held = guard();
  if (!isMarked || !isOurs || held === undefined) return;
  const { workspace, chatId } = chat;
  const place = { channel: channel.kind, chatId, messageId };
  const mark = await ctx.store.findMark({ workspace, ...place, name: WAITING_MARK });
  if (mark?.isOn === true) return;
  const delivery = await ctx.store.deliveryOfPost(place);
  if (mark === undefined && delivery === undefined) {
    const adopted = { workspace, ...place, threadId };
    if (await adoptQuestion(ctx, { place: adopted, message, guard: held })) {
      await feedReplies(given, adopted);
    }
    return;
  }
  if (mark === undefined) {
    await given.ask(async () => channel.mark?.(place, WAITING_MARK, false));
    return;
  }
  const writes = [...held, turned(mark, false, nowOf(ctx))];
  await ctx.commit({ workspace, writes, events: [] });
}
