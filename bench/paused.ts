import type { Context } from "../src/core/call/context.ts";
import { newSession } from "../src/core/session-changes/new-session.ts";
import {
  DEFAULT_WORKSPACE,
  ownConversation,
  type RequestId,
  type SessionId,
} from "../src/domain/id.ts";
import type { AgentPrincipal } from "../src/domain/people/principal.ts";
import type { OpenQuestion } from "../src/domain/requests/request.ts";
import type { Session } from "../src/domain/sessions/session.ts";
import { moveSession } from "../src/domain/sessions/session-machine.ts";
import { toTimestamp } from "../src/domain/timestamp.ts";
import type { Write } from "../src/ports/store/store.ts";
import { questionText } from "./question-text.ts";

/** A session that has asked, and the question it waits for. */
export interface Paused {
  readonly session: SessionId;
  readonly request: RequestId;
}

const BATCH = 250;
const LEASE_MS = 1_000;

/** Stores sessions in the state after they have asked, without the calls that lead there. */
export async function fillPaused(
  ctx: Context,
  agent: AgentPrincipal,
  { count, lanes }: { readonly count: number; readonly lanes: number },
): Promise<readonly Paused[]> {
  const all: Paused[] = [];
  while (all.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - all.length) }, (_, index) => {
      const n = all.length + index;
      return aPaused(ctx, agent, { n, lane: `lane ${n % lanes}` });
    });
    const writes = batch.flatMap(({ session, request }): Write[] => [
      { type: "session.insert", session },
      { type: "request.insert", request },
    ]);
    const done = await ctx.commit({ workspace: DEFAULT_WORKSPACE, writes, events: [] });
    if (done.outcome !== "committed") throw new Error(`The filling met ${done.outcome}.`);
    all.push(
      ...batch.map(({ session, request }) => ({ session: session.id, request: request.id })),
    );
  }
  return all;
}

function aPaused(
  ctx: Context,
  agent: AgentPrincipal,
  { n, lane }: { readonly n: number; readonly lane: string },
): { readonly session: Session; readonly request: OpenQuestion } {
  const now = toTimestamp(ctx.clock.now());
  const queued = newSession(ctx, agent, {
    cause: "message",
    task: questionText(n),
    lane,
    from: "operator",
    place: undefined,
    scheduled: undefined,
    follows: undefined,
  });
  const request: OpenQuestion = {
    id: ctx.ids.next("req"),
    workspace: agent.workspace,
    kind: "question",
    status: "open",
    agent: agent.id,
    agentName: agent.name,
    conversation: ownConversation(agent.id),
    to: [],
    question: { text: questionText(n), form: { kind: "text" } },
    salt: ctx.ids.salt(),
    createdAt: now,
    tool: "ask_operator",
    version: 1,
  };
  const until = toTimestamp(ctx.clock.now() + LEASE_MS);
  const running = moveSession(queued, { type: "claim", claim: { host: "bench", until } }, now);
  const waitsFor = { request: request.id, kind: "question", call: "call-1" } as const;
  const session = moveSession(running, { type: "pause", epoch: running.epoch, waitsFor }, now);
  return { session, request };
}
