import { type Mark, WAITING_MARK } from "../../domain/hub/mark.ts";
import { present } from "../../domain/present.ts";
import type { Channel, Sink } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { turned } from "../session-changes/marks.ts";
import type { HeardChats } from "./heard-chats.ts";

const PAGE = 100;

/** What the parts of catching up with a channel need. */
export interface CatchingUp {
  readonly channel: Channel;
  readonly sink: Sink;
  readonly heard: HeardChats;
  /** See `LeasedJob.guard`; also undefined once it is to end. */
  readonly guard: () => readonly Write[] | undefined;
  /** Calls the platform, and waits when it wants fewer calls. Rejects once it is to end. */
  ask<T>(call: () => Promise<T>): Promise<T>;
}

/** Waiting questions, by their marks: missed replies, and missing marks. */
export async function catchUpMarked(ctx: Context, given: CatchingUp): Promise<void> {
  const { kind: channel } = given.channel;
  let after: Mark | undefined;
  for (;;) {
    const marks = await ctx.store.listMarksOn({
      channel,
      name: WAITING_MARK,
      limit: PAGE,
      ...present({ after }),
    });
    for (const mark of marks) {
      if (given.guard() === undefined) return;
      await catchUpWithOne(ctx, given, mark);
    }
    after = marks.at(-1);
    if (marks.length < PAGE) return;
  }
}

async function catchUpWithOne(ctx: Context, given: CatchingUp, mark: Mark): Promise<void> {
  try {
    if (await isOpen(ctx, mark)) await feedReplies(given, mark);
    await repair(ctx, given, mark);
  } catch (error) {
    // A chat that cannot be read any more is skipped; the others are caught up.
    if (!isChannelError(error) || !isForGood(error.kind)) throw error;
  }
}

function isForGood(kind: string): boolean {
  return kind === "permanent" || kind === "gone";
}

async function isOpen({ store }: Context, { workspace, session }: Mark): Promise<boolean> {
  const waitsFor = (await store.findSession(workspace, session))?.waitsFor;
  if (waitsFor === undefined) return false;
  return (await store.findRequest(workspace, waitsFor.request))?.status === "open";
}

/** What was said in the thread since the question was posted. */
export async function feedReplies(
  { channel, sink, ask }: CatchingUp,
  { chatId, threadId, messageId }: Pick<Mark, "chatId" | "threadId" | "messageId">,
): Promise<void> {
  const at = { chatId, threadId: threadId ?? messageId, after: messageId };
  for (const said of (await ask(async () => channel.history?.(at))) ?? []) await sink(said);
}

/** The store is the truth: missing marks are added again, and extra ones removed. */
async function repair(ctx: Context, given: CatchingUp, former: Mark): Promise<void> {
  const { channel, ask } = given;
  // A reply may have answered it.
  const mark = await ctx.store.findMark(former);
  if (mark?.isOn !== true || mark.dueAt !== undefined) return;
  if (!(await isOpen(ctx, mark))) return await commit(ctx, given, turned(mark, false, nowOf(ctx)));
  const marks = await ask(async () => channel.marks?.(mark));
  const isThere = marks?.some(({ name, isOurs }) => name === mark.name && isOurs) ?? true;
  if (!isThere) await commit(ctx, given, turned(mark, true, nowOf(ctx)));
}

async function commit(ctx: Context, { guard }: CatchingUp, write: Write): Promise<void> {
  const held = guard();
  if (held === undefined || write.type !== "mark.put") return;
  // If the mark changed meanwhile, that change is what is wanted.
  await ctx.commit({ workspace: write.mark.workspace, writes: [...held, write], events: [] });
}
