import type { Request } from "../domain/request.ts";
import { isDue, transition } from "../domain/request-machine.ts";
import { type Timestamp, toMs } from "../domain/timestamp.ts";
import { type Context, nowOf } from "./context.ts";
import { closingWrites } from "./mailbox.ts";

const PAGE = 200;
/** A clock that jumps forward is noticed after this time at the latest. */
const MAX_SLEEP_MS = 30_000;
const RETRY_MS = 1_000;

/** Expires a request whose time has run out; returns it as it stands then, by whosever hand. */
export async function expireDue(ctx: Context, request: Request, now: Timestamp): Promise<Request> {
  if (!isDue(request, now)) return request;
  const next = transition(request, { type: "expire" }, now);
  const done = await ctx.commit({
    workspace: request.workspace,
    writes: [{ type: "request.update", request: next }, ...closingWrites(next)],
    events: [{ type: "request.expired", at: now, subject: request.id, agent: request.agent }],
  });
  if (done.outcome === "committed") return next;
  return (await ctx.store.findRequest(request.workspace, request.id)) ?? request;
}

async function expireAll(ctx: Context): Promise<void> {
  const now = nowOf(ctx);
  for (;;) {
    const due = await ctx.store.dueRequests(now, PAGE);
    await Promise.all(due.map((request) => expireDue(ctx, request, now)));
    if (due.length < PAGE) return;
  }
}

/** Keeps expiring requests when their time comes. The returned function ends it. */
export function startExpiry(ctx: Context): () => void {
  let isStopped = false;
  let isRunning = false;
  let isCalledAgain = false;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};

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
      await expireAll(ctx);
      const next = await ctx.store.nextExpiry();
      return next === undefined ? Number.POSITIVE_INFINITY : toMs(next);
    } catch {
      // The store is away. Meanwhile what is due refuses answers by itself.
      return ctx.clock.now() + RETRY_MS;
    }
  }

  ctx.onCommit((change, result) => {
    if (result.outcome !== "committed") return;
    for (const write of change.writes) {
      if (write.type === "request.insert" && write.request.expiresAt !== undefined) {
        sleepUntil(toMs(write.request.expiresAt));
      }
    }
  });
  void run();
  return () => {
    isStopped = true;
    cancelTimer();
  };
}
