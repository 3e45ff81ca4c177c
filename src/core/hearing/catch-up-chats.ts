import { ENDED_MARK, WAITING_MARK } from "../../domain/hub/mark.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { StandingMessage } from "../../ports/channels/channel.ts";
import { type Context, nowOf } from "../call/context.ts";
import { turned } from "../session-changes/marks.ts";
import { adoptQuestion } from "./adopt-question.ts";
import { offerHere } from "./begin-session.ts";
import { type CatchingUp, feedReplies } from "./catch-up-marked.ts";

/** Older orders are not carried out any more: their authors have found another way. */
const LOOK_BACK_MS = 72 * HOUR_MS;
/** How much clocks differ, and how coarse a platform's may be. */
const SKEW_MS = 2_000;
/** Of two events the later may arrive first. Known events are recognized by their key. */
const OVERLAP_MS = 10 * MINUTE_MS;

interface Chat {
  readonly workspace: WorkspaceId;
  readonly chatId: string;
  /** From when on this record is responsible: once the chat is linked and an agent served there. */
  readonly sinceMs: number;
  /** Until when it was heard; undefined if this record cannot know what was done since. */
  readonly heardMs: number | undefined;
}

/** What was said in linked chats, and the posts there that bear our mark. */
export async function catchUpChats(
  ctx: Context,
  given: CatchingUp,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { channel, ask } = given;
  if (channel.standing === undefined) return;
  for (const chat of await chatsOf(ctx, given)) {
    try {
      const { chatId } = chat;
      const atMs = ctx.clock.now();
      const sinceMs = atMs - LOOK_BACK_MS;
      const messages = await ask(async () => channel.standing?.({ chatId, sinceMs }));
      for (const message of messages ?? []) await catchUpWithRoot(ctx, given, { chat, message });
      given.heard.caughtUp({ address: { channel: channel.kind, chatId }, atMs });
    } catch (error) {
      if (given.guard() === undefined) return;
      // A chat that cannot be read must not keep the others from being caught up.
      onFault(error);
    }
  }
}

async function chatsOf(ctx: Context, { channel }: CatchingUp): Promise<readonly Chat[]> {
  const chats = new Map<string, Chat>();
  for (const workspace of await ctx.store.listWorkspaces()) {
    const profiles = await ctx.store.listAgentProfiles(workspace);
    const served = profiles.filter((one) => one.channels.some((on) => on.channel === channel.kind));
    if (served.length === 0) continue;
    const servedMs = Math.min(...served.map(({ since, at }) => toMs(since?.[channel.kind] ?? at)));
    for (const link of await ctx.store.listLinks(workspace)) {
      if (link.channel !== channel.kind) continue;
      const { chatId, createdAt, heardAt } = link;
      const name = `${workspace} ${chatId}`;
      const other = chats.get(name);
      chats.set(name, {
        workspace,
        chatId,
        sinceMs: Math.min(other?.sinceMs ?? Infinity, Math.max(toMs(createdAt), servedMs)),
        heardMs: heardAt === undefined ? other?.heardMs : toMs(heardAt),
      });
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
  // Read before anything is taken in: a session that begins now has not heard what follows.
  const talk = await ctx.store.sessionAt({ ...chat, channel: channel.kind, threadId });
  const at = { chatId: chat.chatId, threadId, sinceMs: 0 };
  const thread = hasReplies ? ((await ask(async () => channel.standing?.(at))) ?? []) : [];
  const replies = thread.filter(({ messageId }) => messageId !== threadId);
  const isOrder = said?.isToUs === true && talk === undefined;
  const fate = isOrder ? fateOf(message, { chat, talk, after: replies }) : "leave";
  if (said !== undefined) await takeIn(ctx, given, { said, fate, talk });
  await setRight(ctx, given, { ...found, threadId });
  for (const [index, reply] of replies.entries()) {
    await setRight(ctx, given, { chat, message: reply, threadId });
    if (reply.said === undefined || !isNews(reply.said, { talk, isBegunNow: fate === "begin" })) {
      continue;
    }
    const after = replies.slice(index + 1);
    const its = fate === "begin" ? fate : fateOf(reply, { chat, talk, after });
    await takeIn(ctx, given, { said: reply.said, fate: its, talk });
  }
}

type Said = NonNullable<StandingMessage["said"]>;
type Fate = "begin" | "offer" | "leave";

/**
 * What to do with words that may be an order. A carried-out order bears our mark of an ended
 * session, or our words follow it. Those words may also have just been sent from here, in a thread
 * this record knows and has heard.
 */
function fateOf(
  { said, marks }: StandingMessage,
  {
    chat: { sinceMs, heardMs },
    talk,
    after,
  }: {
    readonly chat: Chat;
    readonly talk: Session | undefined;
    readonly after: readonly StandingMessage[];
  },
): Fate {
  const isOfOthers = talk === undefined || heardMs === undefined;
  const isDone =
    marks.some(({ isOurs, name }) => isOurs && name === ENDED_MARK) ||
    (isOfOthers && after.some(({ isOurs }) => isOurs));
  if (said === undefined || isDone || said.atMs < sinceMs - SKEW_MS) return "leave";
  if (heardMs === undefined) return "offer";
  return said.atMs < heardMs - OVERLAP_MS ? "leave" : "begin";
}

async function takeIn(
  ctx: Context,
  { sink }: CatchingUp,
  {
    said,
    fate,
    talk,
  }: { readonly said: Said; readonly fate: Fate; readonly talk: Session | undefined },
): Promise<void> {
  if (fate === "begin") await sink(said);
  if (fate === "offer") await offerHere(ctx, said, talk?.agent);
}

/**
 * Whether it was said after a session of the thread last began, which heard everything before. In a
 * thread without a session, whether it is said to us.
 */
function isNews(
  { atMs, isToUs }: Said,
  { talk, isBegunNow }: { readonly talk: Session | undefined; readonly isBegunNow: boolean },
): boolean {
  if (talk === undefined) return isBegunNow || isToUs === true;
  return atMs > toMs(talk.createdAt);
}

/**
 * Checks posts that bear our mark: it is removed where nothing waits, and an unknown question is
 * adopted.
 */
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
