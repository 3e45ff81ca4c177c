import { type Delivery, shardOf } from "../../../domain/hub/delivery.ts";
import { toMs } from "../../../domain/timestamp.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { NEVER, type Part, wantsMore } from "./shard-state.ts";
import type { Shards } from "./shards.ts";

const PAGE = 2_000;
/** With so many left to begin, others that are queued may wait in the store. */
const ENOUGH = 500;
/** What another node has queued is found by this time at the latest. */
const MAX_SLEEP_MS = 5_000;
const RETRY_MS = 1_000;

interface LookoutOptions {
  readonly parts: readonly Part[];
  readonly shards: Shards;
  /** Called after each look: what was found may begin. */
  readonly onLooked: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Reads what is due into the lanes, when there may be something. */
export interface Lookout {
  /** Something may have changed there of which nothing more is known; with no shard it only looks again. */
  stale(which: readonly number[]): void;
  staleAll(): void;
  /**
   * Takes up what was just queued. Reading it again would cost as much as all that is known. Other
   * nodes may have queued something before it: over their store it is read.
   */
  queued(delivery: Delivery): void;
  /** Looks again when a lane may go on that has to wait. */
  wakeForLanes(): void;
  /** Resolves when the look that is under way is over. */
  stop(): Promise<void>;
}

export function createLookout(
  ctx: Context,
  { parts, shards, onLooked, onFault }: LookoutOptions,
): Lookout {
  let isStopped = false;
  let isLooking = false;
  let looking: Promise<void> = Promise.resolve();
  let isCalled = false;
  let isCalledAgain = false;
  let cancelTimer = () => {};
  let wakesAtMs = Number.POSITIVE_INFINITY;

  const staleAll = () => stale(shards.mine());

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
    onLooked();
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
      for (const shard of mine) nextMs = Math.min(nextMs, await refill(ctx, parts[shard], shard));
      return nextMs;
    } catch (error) {
      onFault(error);
      return ctx.clock.now() + RETRY_MS;
    }
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

  return {
    stale,
    staleAll,
    queued(delivery) {
      const shard = shardOf(delivery.address);
      const part = parts[shard];
      if (part === undefined || part.isStale || !shards.mine().includes(shard)) return;
      takeUp(ctx, part, { delivery, isLooking });
      stale([]);
    },
    wakeForLanes: () => sleepUntil(wakesAtMs),
    async stop() {
      isStopped = true;
      cancelTimer();
      await looking;
      cancelTimer();
    },
  };
}

/** When there is something to look for again in a shard that is read where it may have changed. */
async function refill(ctx: Context, part: Part | undefined, shard: number): Promise<number> {
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

function takeUp(
  ctx: Context,
  part: Part,
  { delivery, isLooking }: { readonly delivery: Delivery; readonly isLooking: boolean },
): void {
  const dueMs = delivery.dueAt === undefined ? 0 : toMs(delivery.dueAt);
  if (dueMs > ctx.clock.now()) part.nextMs = Math.min(part.nextMs, dueMs);
  else if (part.hasMore || part.lanes.ready() >= ENOUGH) part.hasMore = true;
  else if (ctx.others === undefined && !isLooking) part.lanes.add([delivery]);
  else part.isStale = true;
}
