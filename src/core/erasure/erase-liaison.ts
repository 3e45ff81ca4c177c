import type { ConversationId, SessionId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { erasedLiaison } from "../../domain/liaison/liaison-erased.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { erased } from "../../domain/requests/erased.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { ShownLiaison } from "../../ports/earshot/liaison.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { commitPlanned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { takenBack } from "../liaison/take-back.ts";
import { findLiaison } from "../liaison-changes/liaison-access.ts";
import { shownLiaison } from "../liaison-changes/shown-liaison.ts";
import { laneOfQuestion, laneOfTask } from "../liaison-changes/worker-session.ts";
import { eraseEnded } from "../session-changes/erase-chain.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { erasing, erasingMessage } from "./erase.ts";
import { eraseGround } from "./erase-ground.ts";

const PAGE = 100;

/**
 * Erases a conversation of the liaison: its row, its part of the graph, its messages, its questions
 * and its task's sessions. Repeating it erases what an interrupted call left, and sessions that
 * were running then.
 */
export async function eraseLiaison(
  ctx: Context,
  caller: Caller,
  {
    input,
    options,
    isGrounded = false,
  }: Given<{ readonly conversation_id: ConversationId }> & {
    /** Part of an erasure that others were told of and, if required, approved. */
    isGrounded?: boolean;
  },
): Promise<ShownLiaison> {
  requireRight(caller, "erase");
  const { conversation_id: id } = input;
  const once = onceOf(ctx, { caller, operation: "eraseLiaison", input, options }, id);
  const find = () => findLiaison(ctx, caller, id);
  const liaison = await inCallersTurn(ctx, caller, () =>
    commitPlanned(ctx, {
      thing: `Conversation ${id}`,
      async plan() {
        const known = await find();
        if (known.erasedAt !== undefined) return { alreadySo: known };
        const change = await erasingLiaison(ctx, known, { caller, isGrounded });
        return { change: { ...change, ...present({ once }) }, done: find };
      },
      replay: find,
    }),
  );
  await eraseWords(ctx, caller, liaison);
  return shownLiaison(liaison);
}

/** An open question would add more words to a conversation that no longer takes any. */
async function erasingLiaison(
  ctx: Context,
  liaison: Liaison,
  { caller, isGrounded }: { readonly caller: Caller; readonly isGrounded: boolean },
): Promise<Change> {
  const { workspace, id, worker, agent } = liaison;
  const ground = isGrounded
    ? { writes: [], events: [] }
    : await eraseGround(ctx, caller, { conversation: id });
  const at = nowOf(ctx);
  const by = actorOf(caller);
  const reason = "The conversation was erased.";
  const closed = await takenBack(ctx, liaison, { by, reason, at });
  return {
    workspace,
    writes: [
      ...ground.writes,
      { type: "liaison.put", liaison: erasedLiaison(liaison, at) },
      { type: "graph.drop", conversation: id },
      { type: "content.drop", owner: id },
      ...closed.writes,
    ],
    events: [
      ...ground.events,
      {
        type: "liaison.erased",
        at,
        actor: by.principal,
        subject: id,
        agent: worker?.agent ?? agent,
      },
      ...closed.events,
    ],
  };
}

/** The same words stand in the conversation's messages and answers, and in its worker's task. */
export async function eraseWords(ctx: Context, caller: Caller, liaison: Liaison) {
  const { workspace, id, agent } = liaison;
  await eraseMessages(ctx, caller, { workspace, id });
  await eraseSessions(ctx, caller, liaison);
  const conversation = { id, agent };
  const query = { workspace, conversation, order: "oldest" as const, limit: PAGE };
  let page = await ctx.store.listRequests(query);
  while (page.length > 0) {
    for (const request of page) {
      if (request.status === "open" || request.erasedAt !== undefined) continue;
      const at = nowOf(ctx);
      await ctx.commit(erasing(erased(request, at), { at, actor: caller.principal.id }));
    }
    const after = page.at(-1)?.id;
    page = after === undefined ? [] : await ctx.store.listRequests({ ...query, after });
  }
}

async function eraseMessages(
  ctx: Context,
  { principal }: Caller,
  { workspace, id: conversation }: Pick<Liaison, "workspace" | "id">,
): Promise<void> {
  const query = { workspace, conversation, limit: PAGE };
  let page = await ctx.store.listMessages(query);
  while (page.length > 0) {
    for (const message of page) {
      if (message.salt === "") continue;
      await ctx.commit(erasingMessage(message, { at: nowOf(ctx), actor: principal.id }));
    }
    const after = page.at(-1)?.id;
    page = after === undefined ? [] : await ctx.store.listMessages({ ...query, after });
  }
}

/** Ids sort by time, and no session of a conversation is older than it. */
async function eraseSessions(ctx: Context, caller: Caller, liaison: Liaison) {
  const questions = liaison.personAsks ?? [];
  const lanes = [laneOfTask(liaison), ...questions.map((one) => laneOfQuestion(liaison, one))];
  for (const lane of lanes) await eraseLane(ctx, caller, { liaison, lane });
}

async function eraseLane(
  ctx: Context,
  caller: Caller,
  {
    liaison: { workspace, id, worker },
    lane,
  }: { readonly liaison: Liaison; readonly lane: string },
) {
  if (worker === undefined) return;
  const query = { workspace, agent: worker.agent, lane, order: "oldest" as const, limit: PAGE };
  let after: SessionId | undefined = `ses_${id.slice("cnv_".length)}`;
  while (after !== undefined) {
    const page: readonly Session[] = await ctx.store.listSessions({ ...query, after });
    for (const session of page) await eraseEnded(ctx, session, caller.principal.id);
    after = page.at(-1)?.id;
  }
}
