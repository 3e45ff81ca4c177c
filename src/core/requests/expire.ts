import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import type { EventType } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import { isDue, transition } from "../../domain/requests/request-machine.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { BUCKET_MS, dropOld } from "../call/tally.ts";
import { liaisonClosing } from "../closing/liaison-answered.ts";
import { continuation } from "../closing/queue-continuation.ts";
import { settlingWrites } from "../planning/settle-deliveries.ts";
import { closingWrites } from "./mailbox.ts";

const PAGE = 200;
/** A clock that jumps forward is noticed after this time at the latest. */
const MAX_SLEEP_MS = 30_000;
const RETRY_MS = 1_000;
/** What could not be expired yet is tried again after this. */
const NOT_YET_MS = 20;
/** Within this a request that another node has made is known here. */
const SOON_MS = 250;

/** Expires a request whose time has run out; returns it as it stands then, by whosever hand. */
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
      ...settlingWrites(ctx, next),
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
 * Keeps expiring requests when their time comes, on one node at a time. The returned function ends
 * it; it resolves when another node may take over.
 */
export function startExpiry(ctx: Context): () => Promise<void> {
  let isStopped = false;
  let isRunning = false;
  let isCalledAgain = false;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  const dropCounts = createCountsDrop(ctx);
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

  /** Expires what is due; returns when there is something to do again. */
  async function nextWake(): Promise<number> {
    try {
      const isDone = await expireAll();
      if (!isDone) return ctx.clock.now() + NOT_YET_MS;
      if (job.guard() === undefined) return Number.POSITIVE_INFINITY;
      await dropCounts(job.guard);
      const next = await ctx.store.nextExpiry();
      return next === undefined ? Number.POSITIVE_INFINITY : toMs(next);
    } catch {
      // The store is away. Meanwhile what is due refuses answers by itself.
      return ctx.clock.now() + RETRY_MS;
    }
  }

  /** Whether nothing is due any more, or it is another node's to do. */
  async function expireAll(): Promise<boolean> {
    const now = nowOf(ctx);
    for (;;) {
      const guard = job.guard();
      if (guard === undefined) return true;
      const due = await ctx.store.dueRequests(now, PAGE);
      const after = await Promise.all(due.map((one) => expire(ctx, one, { now, guard })));
      // By the store's clock their time has not come yet, or the job has just become another node's.
      if (after.some(({ status }) => status === "open")) return false;
      if (due.length < PAGE) return true;
    }
  }

  // The time of a question may begin only when somebody is shown it: then it is updated.
  ctx.onWrite("expiry", ({ type, request: { status, expiresAt } }) => {
    const isTimed = type === "request.insert" || status === "open";
    if (isTimed && expiresAt !== undefined) sleepUntil(toMs(expiresAt));
  });
  ctx.following.onEvent(({ type }) => {
    // Its time is not in the log: what is next due is looked for, once for many that are made at once.
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

/** With these the time of a request may begin. */
const STARTING: ReadonlySet<EventType> = new Set<EventType>([
  "request.created",
  "delivery.sent",
  "delivery.seen",
]);

/** Has the node that expires requests drop what was counted long ago, once for each bucket. */
function createCountsDrop(
  ctx: Context,
): (guardOf: () => readonly Write[] | undefined) => Promise<void> {
  let droppedIn = Number.NaN;
  return async (guardOf) => {
    const now = ctx.clock.now();
    const bucket = Math.floor(now / BUCKET_MS);
    const guard = guardOf();
    // Where there is one node, who counts drops too.
    if (ctx.others === undefined || guard === undefined || bucket === droppedIn) return;
    await ctx.commit({
      workspace: DEFAULT_WORKSPACE,
      writes: [...guard, dropOld(now)],
      events: [],
    });
    droppedIn = bucket;
  };
}
