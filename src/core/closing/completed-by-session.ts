import { unanswered } from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { liaisonChange } from "../liaison-changes/liaison-change.ts";
import { dueAfter } from "../liaison-changes/speak.ts";
import { conversationOfLane, questionOfLane } from "../liaison-changes/worker-session.ts";

interface LastWords {
  readonly text: string;
  readonly at: Timestamp;
}

/** Of an answer; the session keeps all of it. */
const MOST_ANSWERED = 16_000;

/**
 * If the agent has not handed over a result, its task session's last words are the result. This
 * happens in the commit that ends the session, so the person never waits for finished work.
 */
export async function completedBySession(
  ctx: Context,
  session: Session,
  said: LastWords,
): Promise<Pick<Change, "writes" | "events">> {
  const nothing = { writes: [], events: [] };
  if (questionOfLane(session) !== undefined) return await answeredBySession(ctx, session, said);
  const { text, at } = said;
  const id = conversationOfLane(session);
  if (id === undefined || text.trim() === "") return nothing;
  const before = await ctx.store.findLiaison(session.workspace, id);
  const isAwaited =
    before?.phase === "awaiting_task_completion" &&
    before.worker?.agent === session.agent &&
    before.erasedAt === undefined;
  if (before === undefined || !isAwaited) return nothing;
  // The session began with an earlier version; a later session works on the changes.
  if (await hasFollower(ctx, session)) return nothing;
  const result = { result: text, by: session.agentName };
  const after = moveLiaison(before, { type: "complete", result, dueAt: dueAfter(at) }, at);
  return await liaisonChange(ctx, { before, after, at, actor: session.agent });
}

/** The last words answer the person's question, unless the agent has answered it. */
async function answeredBySession(
  ctx: Context,
  session: Session,
  { text, at }: LastWords,
): Promise<Pick<Change, "writes" | "events">> {
  const { workspace, agent, agentName } = session;
  const { conversation, exchange: asked } = questionOfLane(session) ?? {};
  const before =
    conversation === undefined ? undefined : await ctx.store.findLiaison(workspace, conversation);
  const isOpen = before !== undefined && unanswered(before).some((one) => one.exchange === asked);
  const isTheirs = before?.worker?.agent === agent && before.erasedAt === undefined;
  if (asked === undefined || !isOpen || !isTheirs || text.trim() === "") {
    return { writes: [], events: [] };
  }
  const answer = { text: text.slice(0, MOST_ANSWERED).toWellFormed(), by: agentName };
  const event = { type: "person_answered", asked, answer, dueAt: dueAfter(at) } as const;
  const after = moveLiaison(before, event, at);
  return await liaisonChange(ctx, { before, after, at, actor: agent });
}

async function hasFollower({ store }: Context, session: Session): Promise<boolean> {
  const { workspace, agent, lane, id: after } = session;
  const [next] = await store.listSessions({
    workspace,
    agent,
    lane,
    status: "queued",
    order: "oldest",
    after,
    limit: 1,
  });
  return next !== undefined;
}
