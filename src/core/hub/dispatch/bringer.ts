import type { Delivery } from "../../../domain/hub/delivery.ts";
import { PUSH } from "../../../domain/hub/device.ts";
import { NOTIFY } from "../../../domain/hub/subscription.ts";
import type { Channel } from "../../../ports/channels/channel.ts";
import type { Outlets } from "../../../ports/channels/outlets.ts";
import type { Context } from "../../call/context.ts";
import { noteUndeliverable } from "../../planning/undeliverable.ts";
import { attempt } from "./attempt.ts";
import type { Attempted, AttemptHooks } from "./attempt-result.ts";
import { createPlaces } from "./calls-under-way.ts";
import type { OnHubPoint } from "./hub-point.ts";
import type { Lookout } from "./lookout.ts";
import { notify } from "./notify.ts";
import { push } from "./push.ts";
import { createBuckets } from "./rate-limit.ts";
import { type Part, wantsMore } from "./shard-state.ts";
import type { Shards } from "./shards.ts";

const RETRY_MS = 1_000;
/** A missing channel may be back after the next start. */
const ABSENT_MS = 60_000;

type Called = Pick<Channel, "kind" | "rates">;

export interface BringOptions {
  readonly onFault: (error: unknown) => void;
  /** In [0, 1); spreads the retries. */
  readonly random: () => number;
  readonly onPoint?: OnHubPoint | undefined;
}

interface BringerOptions extends BringOptions {
  readonly outlets: Outlets | undefined;
  readonly parts: readonly Part[];
  readonly shards: Shards;
  readonly lookout: Lookout;
}

interface Calling {
  /** Whose rates and places it takes. */
  readonly called: Called;
  readonly attempt: (hooks: AttemptHooks) => Promise<Attempted>;
}

/** Sends what the lanes hold, each as soon as it may begin. */
export interface Bringer {
  /** Begins whatever may begin now. */
  begin(): void;
  /** Begins nothing more. */
  stop(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createBringer(
  ctx: Context,
  { outlets, parts, shards, lookout, onFault, random, onPoint }: BringerOptions,
): Bringer {
  const buckets = createBuckets();
  const places = createPlaces();
  const underWay = createUnderWay();
  let isStopped = false;

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
      const begun = callingOf(ctx, outlets, one);
      const waitMs = begun === undefined ? missed(one) : buckets.take(one, begun.called, nowMs);
      if (begun === undefined || waitMs > 0) {
        part.lanes.putBack(one, nowMs + waitMs);
        continue;
      }
      void bring(shard, one, begun);
      return true;
    }
    return false;
  }

  /** The channel is missing. Waiting agents are told if this was the last way to people. */
  function missed(delivery: Delivery): number {
    underWay.begin();
    void noteUndeliverable(ctx, delivery).catch(onFault).finally(underWay.end);
    return ABSENT_MS;
  }

  async function bring(
    shard: number,
    delivery: Delivery,
    { called, ...calling }: Calling,
  ): Promise<void> {
    const part = parts[shard] as Part;
    part.inFlight += 1;
    underWay.begin();
    const place = places.take(called.kind);
    let notBeforeMs = 0;
    let isDone = false;
    function onAnswered(): void {
      place.endCall();
      begin();
    }
    try {
      const guard = () => shards.guard(shard);
      const hooks = { guard, random, onPoint, onAnswered };
      const done = await calling.attempt(hooks);
      isDone = done.isDone;
      if (done.isUnsent === true) buckets.giveBack(delivery, called);
      if (done.waitMs !== undefined) notBeforeMs = ctx.clock.now() + done.waitMs;
    } catch (error) {
      // The store is away. What was begun is read again when it is back.
      onFault(error);
      notBeforeMs = ctx.clock.now() + RETRY_MS;
    }
    place.end();
    part.inFlight -= 1;
    if (isDone) part.lanes.done(delivery, notBeforeMs);
    else part.lanes.again(delivery, notBeforeMs);
    // What waits behind a delivery that must be tried again was not read.
    ended(shard, part, isDone && delivery.attempts === 0);
  }

  function ended(shard: number, part: Part, isKnown: boolean): void {
    if (!isKnown) lookout.stale([shard]);
    else if (wantsMore(part)) lookout.stale([]);
    begin();
    lookout.wakeForLanes();
    underWay.end();
  }

  return {
    begin,
    stop() {
      isStopped = true;
    },
    idle: underWay.idle,
  };
}

/** What the attempts of a delivery call; undefined while that is missing. */
function callingOf(
  ctx: Context,
  outlets: Outlets | undefined,
  delivery: Delivery,
): Calling | undefined {
  const { channel: kind } = delivery.address;
  const { outbound } = ctx;
  if (kind === PUSH && ctx.push !== undefined) {
    return { called: ctx.push, attempt: (hooks) => push(ctx, { delivery, ...hooks }) };
  }
  if (kind === NOTIFY && outbound !== undefined) {
    const called = outbound;
    return { called, attempt: (hooks) => notify(ctx, { delivery, outbound, ...hooks }) };
  }
  const channel = outlets?.channels.get(kind);
  if (outlets === undefined || channel === undefined) return undefined;
  const called = channel;
  return { called, attempt: (hooks) => attempt(ctx, { delivery, channel, outlets, ...hooks }) };
}

/** Counts what is under way, for those who wait until nothing is. */
function createUnderWay() {
  const waiting: (() => void)[] = [];
  let count = 0;
  return {
    begin(): void {
      count += 1;
    },
    end(): void {
      count -= 1;
      if (count === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    async idle(): Promise<void> {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
