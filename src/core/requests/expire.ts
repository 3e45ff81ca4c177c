import type { EventType } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import { isDue, transition } from "../../domain/requests/request-machine.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { liaisonClosing } from "../closing/liaison-answered.ts";
import { continuation } from "../closing/queue-continuation.ts";
import { settlingWrites } from "../planning/settle-deliveries.ts";
import { closingWrites } from "./mailbox.ts";

const PAGE = 200;
/** A clock that jumps forward is noticed after this time at the latest. */
const MAX_SLEEP_MS = 30_000;
const RETRY_MS = 1_000;
/** A request that the store's clock does not let expire yet is tried again after this. */
const NOT_YET_MS = 20;
/** A request made on another node is known here within this time. */
const SOON_MS = 250;

/** Expires a request whose time is over. Returns it as it stands afterwards, whoever closed it. */
export async function expireDue(ctx: Context, request: Request, now: Timestamp): Promise<Request> {
  return isDue(request, now) ? await expire(ctx, request, { now, guard: [] }) : request;
}

async function expire(
  ctx: Context,
  request: Request,
  { now, guard }: { readonly now: Timestamp; readonly guard: readonly Write[] },
): Promise<Request> {
  const next = transition(request, { type: "expire" }, now);
  const continued = await continuation(ctx, next);
  const heard = await liaisonClosing(ctx, next);
  const done = await ctx.commit({
    workspace: request.workspace,
    writes: [
      ...guard,
      { type: "request.update", request: next },
      ...closingWrites(next),
      ...(await settlingWrites(ctx, next)),
      ...continued.writes,
      ...heard.writes,
    ],
    events: [
      { type: "request.expired", at: now, subject: request.id, agent: request.agent },
      ...continued.events,
      ...heard.events,
    ],
  });
  if (done.outcome === "committed") return next;
  return (await ctx.store.findRequest(request.workspace, request.id)) ?? request;
}

/**
 * Keeps expiring due requests, on one node at a time. The returned function stops it and resolves
 * when another node may take over.
 */
export function startExpiry(ctx: Context): () => Promise<void> {
  let isStopped = false;
  let isRunning = false;
  let isCalledAgain = false;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  const job = startLeasedJob(ctx, { name: "expiry", onTaken: wake });

  function sleepUntil(ms: number): void {
    if (isStopped || ms >= wakesAt) return;
    cancelTimer();
    wakesAt = ms;
    const delay = Math.min(Math.max(ms - ctx.clock.now(), 0), MAX_SLEEP_MS);
    cancelTimer = ctx.clock.after(delay, wake);
  }

  function wake(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    if (isRunning) isCalledAgain = true;
    else void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    do {
      isCalledAgain = false;
      sleepUntil(await nextWake());
    } while (isCalledAgain && !isStopped);
    isRunning = false;
  }

  /** Expires what is due and returns when to look again. */
  async function nextWake(): Promise<number> {
    try {
      const isDone = await expireAll();
      if (!isDone) return ctx.clock.now() + NOT_YET_MS;
      if (job.guard() === undefined) return Number.POSITIVE_INFINITY;
      const next = await ctx.store.nextExpiry();
      return next === undefined ? Number.POSITIVE_INFINITY : toMs(next);
    } catch {
      // The store is away. Meanwhile, due requests refuse answers by themselves.
      return ctx.clock.now() + RETRY_MS;
    }
  }

  /** Whether nothing is due any more, or another node has the job. */
  async function expireAll(): Promise<boolean> {
    const now = nowOf(ctx);
    for (;;) {
      const guard = job.guard();
      if (guard === undefined) return true;
      const due = await ctx.store.dueRequests(now, PAGE);
      const after = await Promise.all(due.map((one) => expire(ctx, one, { now, guard })));
      // The store's clock says it is too early, or another node just took the job over.
      if (after.some(({ status }) => status === "open")) return false;
      if (due.length < PAGE) return true;
    }
  }

  // A question's time may start only when somebody is shown it, with an update.
  ctx.onWrite("expiry", ({ type, request: { status, expiresAt } }) => {
    const isTimed = type === "request.insert" || status === "open";
    if (isTimed && expiresAt !== undefined) sleepUntil(toMs(expiresAt));
  });
  ctx.following.onEvent(({ type }) => {
    // The log does not hold expiry times, so the next due request is read, once for many made
    // together.
    if (STARTING.has(type) && job.guard() !== undefined) {
      sleepUntil(ctx.clock.now() + SOON_MS);
    }
  });
  return async () => {
    isStopped = true;
    cancelTimer();
    await job.stop();
  };
}

/** Events with which a request's time may start. */
const STARTING: ReadonlySet<EventType> = new Set<EventType>([
  "request.created",
  "delivery.sent",
  "delivery.seen",
]);
