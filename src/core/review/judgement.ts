import type { WorkspaceId } from "../../domain/id.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import type { Request } from "../../domain/requests/request.ts";
import { REVIEW_LANE, REVIEW_SCHEDULE } from "../../domain/sessions/session.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { newSession } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { reviewItem } from "./list-review.ts";
import { allLongOpen } from "./run-review.ts";

const MAX_JUDGED = 50;
const MAX_SHOWN = 500;

/** Agents that can judge their own requests and are not halted. */
export async function judgesOf(
  ctx: Context,
  workspace: WorkspaceId,
): Promise<readonly AgentPrincipal[]> {
  const profiles = await ctx.store.listAgentProfiles(workspace);
  const judging = profiles.filter(({ judges }) => judges);
  const found = await Promise.all(judging.map(({ agent }) => ctx.people.find(workspace, agent)));
  return found.filter(
    (one): one is AgentPrincipal => one?.kind === "agent" && one.haltedAt === undefined,
  );
}

/** Queues a session in which the agent judges its own open requests, once per due time. */
export async function queueJudgement(
  ctx: Context,
  agent: AgentPrincipal,
  { due, guardOf }: { readonly due: number; readonly guardOf: () => readonly Write[] | undefined },
): Promise<void> {
  const { workspace } = agent;
  const scheduled = `${REVIEW_SCHEDULE} ${toTimestamp(due)}`;
  if ((await ctx.store.sessionScheduled({ workspace, agent: agent.id, scheduled })) !== undefined)
    return;
  const open: Request[] = [];
  for await (const request of allLongOpen(ctx, workspace, agent.id)) {
    const { proposal } = await reviewItem(ctx, request);
    if (proposal.do !== "keep") open.push(request);
    if (open.length === MAX_JUDGED) break;
  }
  const guard = guardOf();
  if (open.length === 0 || guard === undefined) return;
  const task = taskOf(open, ctx.clock.now());
  const session = newSession(ctx, agent, {
    cause: "schedule",
    task,
    scheduled,
    lane: REVIEW_LANE,
    from: undefined,
    place: undefined,
    follows: undefined,
  });
  const data = { digest: ctx.digest.content(session.salt, task), kind: session.cause };
  // A conflict means that another node has queued it.
  await ctx.commit({
    workspace,
    writes: [...guard, { type: "session.insert", session }],
    events: [sessionEvent(session, "session.created", { at: session.createdAt, data })],
  });
}

function taskOf(open: readonly Request[], nowMs: number): string {
  return [
    "This is the daily review. Nobody has answered these requests of yours for more than a day.",
    "Judge each with the tool judge_request: whether it still matters, who would know, and what a wrong guess would cost. Silence is no consent: nothing here approves anything, and an assumption is only for a question whose wrong answer could be mended.",
    "",
    ...open.map((request) => lineOf(request, nowMs)),
    "",
    "Ask nobody anything new for this, and end when all of them are judged.",
  ].join("\n");
}

function lineOf(request: Request, nowMs: number): string {
  const hours = Math.floor((nowMs - toMs(request.createdAt)) / HOUR_MS);
  const about = request.kind === "question" ? request.question.text : request.authorization.reason;
  const kind =
    request.kind === "question"
      ? "question"
      : `authorization of ${request.authorization.action.tool}`;
  const text = about.length > MAX_SHOWN ? `${about.slice(0, MAX_SHOWN).toWellFormed()}…` : about;
  const to = request.to.length === 0 ? "any operator" : request.to.join(", ");
  return `- ${request.id} (${kind}, open for ${hours} hours, asked of ${to}): ${JSON.stringify(text)}`;
}
