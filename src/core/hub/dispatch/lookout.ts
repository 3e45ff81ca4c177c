import { type Delivery, shardOf } from "../../../domain/hub/delivery.ts";
import { toMs } from "../../../domain/timestamp.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { NEVER, type Part, wantsMore } from "./shard-state.ts";
import type { Shards } from "./shards.ts";

const PAGE = 2_000;
/** With this many left to begin, further deliveries can wait in the store. */
const ENOUGH = 500;
/** A delivery queued on another node is found within this time. */
const MAX_SLEEP_MS = 5_000;
const RETRY_MS = 1_000;

interface LookoutOptions {
  readonly parts: readonly Part[];
  readonly shards: Shards;
  /** Called after each look: what was found may begin. */
  readonly onLooked: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Reads due deliveries into the lanes when there may be some. */
export interface Lookout {
  /** Something unknown may have changed in these shards. Without a shard it only looks again. */
  stale(which: readonly number[]): void;
  staleAll(): void;
  /**
   * Takes in a delivery that was just queued, because reading it back would cost as much as
   * everything known. With other nodes, something may have been queued before it, so the store is
   * read.
   */
  queued(delivery: Delivery): void;
  /** Looks again when a waiting lane may go on. */
  wakeForLanes(): void;
  /** Resolves when the running look is over. */
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

  /** Reads due deliveries from the shards that may have changed, and begins what may begin. */
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

  /** Looks again at that moment, or when a waiting lane may go on. */
  function sleepUntil(ms: number): void {
    // Nothing may begin in a shard that another node may hold, so waking for it would never end.
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

/** When to look again at a shard, which is read if it may have changed. */
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
  // What is due already is known, or found at the next look.
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
