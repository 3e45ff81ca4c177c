import { EarshotError } from "../../domain/errors.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import { isClaimable, moveSession } from "../../domain/sessions/session-machine.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { ClaimedSession, ClaimSessionInput } from "../../ports/earshot/sessions.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { endMarkWrites } from "../session-changes/marks.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { asHost } from "./access.ts";
import { assertServedNow } from "./assert-served-now.ts";
import { leaseMsOf } from "./lease.ts";

const PAGE = 500;
const HOST = /^[\x21-\x7e]{1,128}$/;
/** This many candidates are tried in turn when other hosts are faster. */
const CANDIDATES = 8;
/** The longest time between two looks, in case news of another node's session was missed. */
const LOOK_MS = 5_000;
/** The shortest: this node may be unable to take a claim that runs out now. */
const SOON_MS = 100;
/** How often the store is asked again after others took everything it named. */
const MAX_ROUNDS = 4;

/** Claims the agent's next session, or waits for one. */
export async function claimSession(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ClaimSessionInput>,
): Promise<{ readonly claimed?: ClaimedSession }> {
  const agent = asHost(caller);
  const { host, holdMs = 0 } = input;
  if (!HOST.test(host)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "The name of a host has 1 to 128 printable ASCII characters without spaces.",
    );
  }
  const untilMs = ctx.clock.now() + Math.min(Math.max(holdMs, 0), ctx.limits.maxHoldMs);
  for (;;) {
    const leftMs = untilMs - ctx.clock.now();
    const bell = ctx.bells.hear([agent.id], {
      ms: Math.max(Math.min(leftMs, LOOK_MS), 0),
      signal: options?.signal,
    });
    try {
      await assertServedNow(ctx, agent);
      // Nobody would hear of a claim made now, and the session would lie idle until it runs out.
      if (ctx.bells.isStopped() || options?.signal?.aborted === true) return {};
      const session = await claimNext(ctx, agent, host);
      if (session !== undefined) return { claimed: await withGround(ctx, session) };
      if (leftMs <= 0) return {};
      await soonest(ctx, agent, bell.rung);
    } finally {
      bell.cancel();
    }
  }
}

/** Waits for the bell, or until a claim that nobody renews runs out. */
async function soonest(ctx: Context, agent: AgentPrincipal, rung: Promise<void>): Promise<void> {
  const end = await ctx.store.nextClaimEnd(agent.workspace, agent.id);
  if (end === undefined) return await rung;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const cancel = ctx.clock.after(Math.max(toMs(end) - ctx.clock.now(), SOON_MS), resolve);
  await Promise.race([rung, over]);
  cancel();
}

async function claimNext(
  ctx: Context,
  { workspace, id: agent }: AgentPrincipal,
  host: string,
): Promise<Session | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const at = nowOf(ctx);
    const open = await ctx.store.claimableSessions({ workspace, agent, at, limit: CANDIDATES });
    for (const one of open) {
      const claimed = await claimOne(ctx, one, host);
      if (claimed !== undefined) return claimed;
    }
    if (open.length < CANDIDATES) return undefined;
  }
  return undefined;
}

/** Undefined if another host was faster with it, or with another session of its lane. */
async function claimOne(
  ctx: Context,
  session: Session,
  host: string,
): Promise<Session | undefined> {
  const now = nowOf(ctx);
  if (!isClaimable(session, now)) return undefined;
  if (session.cancelAsked === true) return await endAsked(ctx, session, now);
  const until = toTimestamp(toMs(now) + leaseMsOf(ctx));
  const next = moveSession(session, { type: "claim", claim: { host, until } }, now);
  const done = await ctx.commit({
    workspace: session.workspace,
    writes: [
      { type: "session.put", session: next },
      // This node may not yet know that the agent was halted.
      { type: "ground.holds", agent: next.agent, keys: [] },
    ],
    events: [
      sessionEvent(next, "session.started", {
        at: now,
        actor: next.agent,
        data: { name: host, version: next.epoch },
      }),
    ],
  });
  return done.outcome === "committed" ? next : undefined;
}

/** Its host is gone and a person wants it to end, so nothing is left to claim. */
async function endAsked(ctx: Context, session: Session, at: Timestamp): Promise<undefined> {
  const next = moveSession(session, { type: "cancel" }, at);
  await ctx.commit({
    workspace: session.workspace,
    writes: [{ type: "session.put", session: next }, ...(await endMarkWrites(ctx, session))],
    events: [sessionEvent(next, "session.cancelled", { at })],
  });
}

async function withGround(ctx: Context, session: Session): Promise<ClaimedSession> {
  const entries = await allEntries(ctx, session);
  const leaseMs = leaseMsOf(ctx);
  const { workspace, continues } = session;
  const former =
    continues === undefined ? undefined : await ctx.store.findSession(workspace, continues);
  if (former === undefined) return { session, entries, leaseMs };
  const { waitsFor } = former;
  const request =
    waitsFor === undefined ? undefined : await ctx.store.findRequest(workspace, waitsFor.request);
  return {
    session,
    entries,
    leaseMs,
    former: { session: former, entries: await allEntries(ctx, former), ...present({ request }) },
  };
}

/** All entries of a session, in order. */
async function allEntries(
  { store }: Pick<Context, "store">,
  { workspace, id: session, entries }: Session,
): Promise<readonly SessionEntry[]> {
  const all: SessionEntry[] = [];
  while (all.length < entries) {
    const after = all.length;
    const page = await store.listSessionEntries({ workspace, session, after, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) break;
  }
  return all;
}
