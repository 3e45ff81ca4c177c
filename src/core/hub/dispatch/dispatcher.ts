import { type Delivery, SHARDS, shardOf } from "../../../domain/hub/delivery.ts";
import { toMs } from "../../../domain/timestamp.ts";
import type { Outlets } from "../../../ports/channels/outlets.ts";
import type { Write } from "../../../ports/store/store.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { noteUndeliverable } from "../../planning/undeliverable.ts";
import { attempt } from "./attempt.ts";
import { createPlaces } from "./calls-under-way.ts";
import type { OnHubPoint } from "./hub-point.ts";
import { createBuckets } from "./rate-limit.ts";
import { NEVER, newPart, type Part, wantsMore } from "./shard-state.ts";
import { holdShards } from "./shards.ts";

const PAGE = 2_000;
/** With so many left to begin, others that are queued may wait in the store. */
const ENOUGH = 500;
/** What another node has queued is found by this time at the latest. */
const MAX_SLEEP_MS = 5_000;
const RETRY_MS = 1_000;
/** A channel that is not there may be back after the next start. */
const ABSENT_MS = 60_000;

export interface DispatcherOptions {
  readonly onFault: (error: unknown) => void;
  /** In [0, 1); spreads what is tried again. */
  readonly random: () => number;
  readonly onPoint?: OnHubPoint | undefined;
  /** After so long another node goes on with what one that died was bringing. */
  readonly leaseMs?: number;
}

/**
 * Brings what is queued, from now until it is stopped: order per address, rates of platforms, edits
 * before posts. What is under way at the stop is finished first.
 */
export function startDispatcher(ctx: Context, options: DispatcherOptions): () => Promise<void> {
  const { outlets } = ctx;
  if (outlets === undefined) return async () => {};
  return run(ctx, { ...options, outlets });
}

function run(
  ctx: Context,
  { outlets, onFault, random, onPoint, leaseMs }: DispatcherOptions & { readonly outlets: Outlets },
): () => Promise<void> {
  const parts = Array.from({ length: SHARDS }, newPart);
  const buckets = createBuckets();
  const places = createPlaces();
  const idle: (() => void)[] = [];
  let isStopped = false;
  let isLooking = false;
  let looking: Promise<void> = Promise.resolve();
  let isCalled = false;
  let isCalledAgain = false;
  let inFlight = 0;
  let cancelTimer = () => {};
  let wakesAtMs = Number.POSITIVE_INFINITY;
  const shards = holdShards(ctx, {
    leaseMs,
    isIdle: (shard) => (parts[shard]?.inFlight ?? 0) === 0,
    onTaken: (shard) => {
      parts[shard]?.lanes.clear();
      stale([shard]);
    },
  });

  /** Something may have changed of which nothing more is known. */
  function staleAll(): void {
    stale(shards.mine());
  }

  function stale(which: readonly number[]): void {
    for (const shard of which) {
      const part = parts[shard];
      if (part !== undefined) part.isStale = true;
    }
    if (isCalled || isStopped) return;
    isCalled = true;
    ctx.clock.soon(() => {
      isCalled = false;
      if (!isLooking) looking = look();
      else isCalledAgain = true;
    });
  }

  /** Reads what is due where something may have changed, and begins what may begin. */
  async function look(): Promise<void> {
    if (isStopped) return;
    isLooking = true;
    const nextMs = await refillAll();
    isLooking = false;
    begin();
    if (isCalledAgain) {
      isCalledAgain = false;
      stale([]);
    }
    wakesAtMs = Number.POSITIVE_INFINITY;
    sleepUntil(nextMs);
  }

  /** When there is something to look for again. */
  async function refillAll(): Promise<number> {
    let nextMs = ctx.clock.now() + MAX_SLEEP_MS;
    try {
      const mine = shards.mine();
      for (const shard of mine) nextMs = Math.min(nextMs, await refill(shard));
      return nextMs;
    } catch (error) {
      onFault(error);
      return ctx.clock.now() + RETRY_MS;
    }
  }

  async function refill(shard: number): Promise<number> {
    const part = parts[shard];
    if (part === undefined) return NEVER;
    if (!part.isStale && !wantsMore(part)) return part.nextMs;
    part.isStale = false;
    part.nextMs = NEVER;
    const limit = part.lanes.size + PAGE;
    const due = await ctx.store.dueDeliveries({ shard, at: nowOf(ctx), limit });
    part.hasMore = due.length === limit;
    part.read = due.length;
    part.lanes.add(due);
    if (part.hasMore) return NEVER;
    const next = await ctx.store.nextDelivery(shard);
    const ms = next === undefined ? NEVER : toMs(next);
    // What is due already is known, or found with the next look.
    if (ms > ctx.clock.now()) part.nextMs = Math.min(part.nextMs, ms);
    return part.nextMs;
  }

  /**
   * Takes up what was just queued. Reading it again would cost as much as all that is known. Other
   * nodes may have queued something before it: over their store it is read.
   */
  function queued(delivery: Delivery): void {
    const shard = shardOf(delivery.address);
    const part = parts[shard];
    if (part === undefined || part.isStale || !shards.mine().includes(shard)) return;
    takeUp(part, delivery);
    stale([]);
  }

  function takeUp(part: Part, delivery: Delivery): void {
    const dueMs = delivery.dueAt === undefined ? 0 : toMs(delivery.dueAt);
    if (dueMs > ctx.clock.now()) part.nextMs = Math.min(part.nextMs, dueMs);
    else if (part.hasMore || part.lanes.ready() >= ENOUGH) part.hasMore = true;
    else if (ctx.others === undefined && !isLooking) part.lanes.add([delivery]);
    else part.isStale = true;
  }

  /** Looks again then, or when a lane may go on that has to wait. */
  function sleepUntil(ms: number): void {
    // Nothing can begin in a part that another node may hold: to wake for it would never end.
    const wakes = shards.mine().map((shard) => parts[shard]?.lanes.wakeAtMs() ?? NEVER);
    const soonest = Math.min(ms, ...wakes);
    if (isStopped || soonest >= wakesAtMs) return;
    cancelTimer();
    wakesAtMs = soonest;
    const delay = Math.max(soonest - ctx.clock.now(), 0);
    cancelTimer = ctx.clock.after(delay, staleAll);
  }

  function begin(): void {
    let isAny = true;
    while (isAny && !isStopped) {
      isAny = false;
      for (const shard of shards.mine()) isAny = beginOne(shard) || isAny;
    }
  }

  /** Whether one has begun. */
  function beginOne(shard: number): boolean {
    const part = parts[shard];
    if (part === undefined) return false;
    const nowMs = ctx.clock.now();
    const next = () => part.lanes.next(nowMs, places.hasRoom);
    for (let one = next(); one !== undefined; one = next()) {
      const channel = outlets.channels.get(one.address.channel);
      const waitMs = channel === undefined ? missed(one) : buckets.take(one, channel, nowMs);
      if (channel === undefined || waitMs > 0) {
        part.lanes.putBack(one, nowMs + waitMs);
        continue;
      }
      void bring(shard, one, channel);
      return true;
    }
    return false;
  }

  /** Its channel is not there: whoever waits is told where that was the last way. */
  function missed(delivery: Delivery): number {
    inFlight += 1;
    void noteUndeliverable(ctx, delivery)
      .catch(onFault)
      .finally(() => {
        inFlight -= 1;
        settleIdle();
      });
    return ABSENT_MS;
  }

  function settleIdle(): void {
    if (inFlight === 0) for (const resolve of idle.splice(0)) resolve();
  }

  type Channel = NonNullable<ReturnType<Outlets["channels"]["get"]>>;

  async function bring(shard: number, delivery: Delivery, channel: Channel): Promise<void> {
    const part = parts[shard] as Part;
    part.inFlight += 1;
    inFlight += 1;
    const place = places.take(channel.kind);
    let notBeforeMs = 0;
    let isDone = false;
    function onAnswered(): void {
      place.endCall();
      begin();
    }
    try {
      const guard = () => shards.guard(shard);
      const hooks = { guard, random, onPoint, onAnswered };
      const done = await attempt(ctx, { delivery, channel, outlets, ...hooks });
      isDone = done.isDone;
      if (done.isUnsent === true) buckets.giveBack(delivery, channel);
      if (done.waitMs !== undefined) notBeforeMs = ctx.clock.now() + done.waitMs;
    } catch (error) {
      // The store is away: what was begun is read anew when it is back.
      onFault(error);
      notBeforeMs = ctx.clock.now() + RETRY_MS;
    }
    place.end();
    part.inFlight -= 1;
    inFlight -= 1;
    if (isDone) part.lanes.done(delivery, notBeforeMs);
    else part.lanes.again(delivery, notBeforeMs);
    // What stood behind one that had to be tried again was not read.
    ended(shard, part, isDone && delivery.attempts === 0);
  }

  function ended(shard: number, part: Part, isKnown: boolean): void {
    if (!isKnown) stale([shard]);
    else if (wantsMore(part)) stale([]);
    begin();
    sleepUntil(wakesAtMs);
    settleIdle();
  }

  ctx.onCommit((change, result) => {
    if (result.outcome !== "committed") return;
    for (const write of change.writes) {
      // What was adopted stands there already.
      if (write.type === "outbox.insert" && write.delivery.job !== undefined)
        queued(write.delivery);
      else if (isWaking(write)) staleAll();
    }
  });
  ctx.following.onEvent(({ type }) => {
    if (type.startsWith("request.") || TOLD.has(type)) staleAll();
  });

  return async () => {
    isStopped = true;
    cancelTimer();
    await looking;
    cancelTimer();
    if (inFlight > 0) await new Promise<void>((resolve) => idle.push(resolve));
    await shards.stop();
  };
}

const WAKING: ReadonlySet<string> = new Set(["outbox.settle", "outbox.hasten"]);

/** What another node tells that may be to do here: a failure there hastens the next address. */
const TOLD: ReadonlySet<string> = new Set([
  "message.created",
  "message.held",
  "delivery.resent",
  "delivery.failed",
]);

/** Whether there is something else to do; what attempts store of themselves is known. */
function isWaking(write: Write): boolean {
  if (write.type !== "outbox.put") return WAKING.has(write.type);
  const { status, job, attempts } = write.delivery;
  // What has waited behind one that ends goes on.
  return status === "failed" || status === "dropped" || (job !== undefined && attempts === 0);
}
