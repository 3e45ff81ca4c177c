import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { isBefore } from "../../domain/hub/find-question.ts";
import { WAITING_MARK } from "../../domain/hub/mark.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";

type Said = Extract<Inbound, { kind: "text" }>;

/** This many sessions of a thread are examined, and this many marked questions of its chat. */
const MOST_SESSIONS = 20;
const MOST_MARKS = 200;

/** The session that talks in a thread. */
export interface Talk {
  /** The newest session. */
  readonly session: Session;
  readonly threadId: string;
}

/**
 * The session that talks in the thread where something is said; undefined without a session or a
 * thread.
 */
export async function talkIn(
  { store }: Context,
  event: Said,
  of: {
    readonly workspaces: readonly WorkspaceId[];
    /** The post of ours that it replies to. */
    readonly delivery: Delivery | undefined;
  },
): Promise<Talk | undefined> {
  const { channel, chatId } = event.address;
  for (const threadId of threadsOf(event, of.delivery)) {
    for (const workspace of of.workspaces) {
      const session = await store.sessionAt({ workspace, channel, chatId, threadId });
      if (session !== undefined) return { session, threadId };
    }
  }
  return undefined;
}

/** The ids by which a thread, or the message that started a session, may be known. */
export function threadsOf(event: Said, delivery: Delivery | undefined): readonly string[] {
  // A topic holds many threads, and words that reply to nothing are in none of them.
  if (event.replyTo === undefined) return [];
  const named = [event.address.threadId, event.replyTo, delivery?.replyTo];
  return [...new Set(named.filter((one) => one !== undefined))];
}

/** Whether it replies to a thread rather than to one of its messages. */
export function isToThread({ replyTo, replyToKey, address }: Said): boolean {
  return replyToKey === undefined && replyTo !== undefined && replyTo === address.threadId;
}

/** The open question that a reply to a thread answers: the newest one posted there before it. */
export async function questionIn(
  ctx: Context,
  event: Said,
  { session }: Talk,
): Promise<Delivery | undefined> {
  const marked = async () => await newestOf(ctx, event, await markedQuestions(ctx, event, session));
  return (await questionOfSessions(ctx, event, session)) ?? (await marked());
}

/**
 * The question of the thread's newest session that has one; sessions of a thread ask one after
 * another.
 */
async function questionOfSessions(
  ctx: Context,
  event: Said,
  newest: Session,
): Promise<Delivery | undefined> {
  let session: Session | undefined = newest;
  for (let count = 0; session !== undefined && count < MOST_SESSIONS; count += 1) {
    const { workspace, continues, follows }: Session = session;
    const asked: Delivery | undefined = await newestOf(ctx, event, [session]);
    if (asked !== undefined) return asked;
    const former: Session["follows"] = continues ?? follows;
    session = former === undefined ? undefined : await ctx.store.findSession(workspace, former);
  }
  return undefined;
}

/** Questions of other agents in the same thread. */
async function markedQuestions(
  { store }: Context,
  { address: { channel, chatId, threadId } }: Said,
  { workspace }: Session,
): Promise<readonly Session[]> {
  const marks = await store.listMarksOn({
    channel,
    name: WAITING_MARK,
    limit: MOST_MARKS,
    after: { workspace, chatId, messageId: "" },
  });
  const here = marks.filter((mark) => mark.workspace === workspace && mark.chatId === chatId);
  const inThread = here.filter((mark) => (mark.threadId ?? mark.messageId) === threadId);
  const sessions = inThread.map((mark) => store.findSession(workspace, mark.session));
  return (await Promise.all(sessions)).filter((session) => session !== undefined);
}

/** Of these sessions' open questions, the one posted last before it. */
async function newestOf(
  { store }: Context,
  { address: { channel, threadId }, messageId }: Said,
  sessions: readonly Session[],
): Promise<Delivery | undefined> {
  const asked = sessions.map(async ({ workspace, status, waitsFor }) => {
    if (status !== "paused" || waitsFor === undefined) return [];
    const request = await store.findRequest(workspace, waitsFor.request);
    return request?.status === "open" ? await store.deliveriesOf(workspace, request.id) : [];
  });
  const deliveries = await Promise.all(asked);
  const here = deliveries.flat().filter(({ address, post }) => {
    const stands = post?.threadId ?? address.threadId ?? post?.ids[0];
    const isHere = address.channel === channel && stands === threadId;
    return post !== undefined && isHere && isBefore(post.ids[0], messageId);
  });
  return here.toSorted(byPost).at(-1);
}

function byPost(a: Delivery, b: Delivery): number {
  const [first, second] = [a.post?.ids[0], b.post?.ids[0]];
  if (first !== undefined && second !== undefined && /^[\d.]+$/.test(first + second)) {
    return isBefore(first, second) ? -1 : 1;
  }
  return (a.sentAt ?? "") < (b.sentAt ?? "") ? -1 : 1;
}

/** The session that waits, or waited, for a request. */
export async function sessionOf(
  { store }: Context,
  { workspace, item }: Delivery,
): Promise<Session | undefined> {
  return isOfRequest(item) ? await store.sessionWaitingFor(workspace, item) : undefined;
}
