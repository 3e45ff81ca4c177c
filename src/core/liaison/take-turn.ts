import type { ConversationId, WorkspaceId } from "../../domain/id.ts";
import type { Exchange, Liaison } from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import { present } from "../../domain/present.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { commitPlanned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { assertServed } from "../call/served.ts";
import { liaisonChange } from "../liaison-changes/liaison-change.ts";
import { questionNote } from "../liaison-changes/worker-session.ts";
import { bringReply, messagePart } from "./bring-reply.ts";

interface Which {
  readonly workspace: WorkspaceId;
  readonly id: ConversationId;
}

/**
 * Makes an owed turn. The liaison's words and the conversation's next state commit together, if
 * nothing was said meanwhile. Concurrent callers for the same turn wait for the running one.
 */
export function takeTurn(ctx: Context, which: Which): Promise<Liaison> {
  return ctx.talks.join(which, () => attempt(ctx, which));
}

async function attempt(ctx: Context, { workspace, id }: Which): Promise<Liaison> {
  let made: Made | undefined;
  const after = await commitPlanned(ctx, {
    thing: `Conversation ${id}`,
    async plan() {
      const liaison = await ctx.store.findLiaison(workspace, id);
      if (liaison === undefined) throw notFound("conversation", id);
      if (liaison.dueAt === undefined || liaison.erasedAt !== undefined)
        return { alreadySo: liaison };
      const agent = await ctx.people.find(workspace, liaison.agent);
      if (agent !== undefined) assertServed(agent);
      const turn = await nextTurn(ctx, liaison);
      const { next, change } = await turnChange(ctx, liaison, { turn, shown: liaison });
      made = { before: liaison, next, turn };
      return { change, done: () => next };
    },
  });
  if (made?.turn.later !== undefined && after === made.next) void correctLater(ctx, made);
  return after;
}

interface Made {
  readonly before: Liaison;
  readonly next: Liaison;
  readonly turn: Turn;
}

/**
 * Says what the later reading comes to, if the turn has changed nothing that others rely on and nobody
 * has said or done anything since. Whatever goes wrong, the turn stands as it was made.
 */
async function correctLater(ctx: Context, { before, next, turn: first }: Made): Promise<void> {
  const turn = await first.later;
  const stands = before.phase === next.phase && before.published === next.published;
  if (turn === undefined || !stands) return;
  const { workspace, id } = before;
  const correct = async () => {
    const shown = await ctx.store.findLiaison(workspace, id);
    if (shown === undefined || shown.version !== next.version) return { alreadySo: next };
    const { version, exchanges } = shown;
    const again = { ...before, version, exchanges };
    const { next: corrected, change } = await turnChange(ctx, again, { turn, shown });
    return { change, done: () => corrected };
  };
  await ctx.talks
    .join({ workspace, id }, () =>
      commitPlanned(ctx, { thing: `Conversation ${id}`, plan: correct }),
    )
    .catch(() => {});
}

async function nextTurn(ctx: Context, liaison: Liaison): Promise<Turn> {
  const { workspace } = liaison;
  const turns = await ctx.liaison.turns();
  return await turns.turn({
    liaison,
    now: nowOf(ctx),
    cases: await ctx.experience.cases(workspace, liaison.person),
    isWorkerThere: await isThere(ctx, liaison),
    calibrate: await ctx.experience.calibration(workspace),
  });
}

async function isThere(ctx: Context, { workspace, worker }: Liaison): Promise<boolean> {
  if (worker === undefined) return false;
  const found = await ctx.people.find(workspace, worker.agent);
  return found?.kind === "agent" && found.haltedAt === undefined;
}

async function turnChange(
  ctx: Context,
  before: Liaison,
  { turn, shown }: { readonly turn: Turn; readonly shown: Liaison },
): Promise<{ readonly next: Liaison; readonly change: Change }> {
  const at = nowOf(ctx);
  const { workspace, agent } = before;
  const brought = await bringReply(ctx, shown, { turn, at });
  const reply: Exchange = {
    id: brought.message,
    role: "assistant",
    content: turn.say,
    timestamp: at,
    phase: before.phase,
    round: before.round,
    ...present({ request: brought.request, attachments: turn.attachments }),
  };
  const asked = brought.request === undefined ? {} : { request: brought.request };
  const next = moveLiaison(before, { type: "turn", steps: turn.steps, reply, ...asked }, at);
  const changed = await liaisonChange(ctx, { before: shown, after: next, at });
  const noted = await notedQuestions(ctx, shown, next);
  return {
    next,
    change: {
      workspace,
      writes: [
        // This node may not yet know that the liaison was halted.
        { type: "ground.holds", agent, keys: [] },
        ...changed.writes,
        ...brought.writes,
        ...noted.writes,
      ],
      events: [...changed.events, ...brought.events, ...noted.events],
    },
  };
}

/** New questions of the person's in the mailbox of their worker, unless a host starts it with them. */
async function notedQuestions(
  ctx: Context,
  before: Liaison,
  after: Liaison,
): Promise<Pick<Change, "writes" | "events">> {
  const { worker, workspace } = after;
  const asked = (after.personAsks ?? []).slice(before.personAsks?.length ?? 0);
  const nothing = { writes: [], events: [] };
  if (worker === undefined || asked.length === 0) return nothing;
  if ((await ctx.store.findAgentProfile(workspace, worker.agent)) !== undefined) return nothing;
  const notes = asked.map((one) =>
    messagePart(ctx, after, {
      id: ctx.ids.next("msg"),
      text: questionNote(after, one),
      at: after.updatedAt,
    }),
  );
  return {
    writes: notes.flatMap(({ message, writes }): Write[] => [
      ...writes,
      {
        type: "mailbox.put",
        entry: { workspace, agent: worker.agent, item: message.id, readyAt: after.updatedAt },
      },
    ]),
    events: notes.flatMap(({ events }) => events),
  };
}
