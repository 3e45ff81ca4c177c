import { SHARDS } from "../../../domain/hub/delivery.ts";
import { isAnyConfigured } from "../../../ports/channels/outlets.ts";
import type { WriteWaking } from "../../../ports/store/write-effects.ts";
import type { Context } from "../../call/context.ts";
import { isAnywhere } from "../../planning/route-facts.ts";
import { type BringOptions, createBringer } from "./bringer.ts";
import { createLookout } from "./lookout.ts";
import { newPart } from "./shard-state.ts";
import { holdShards } from "./shards.ts";

export interface DispatcherOptions extends BringOptions {
  /** After this time another node goes on with what a dead one was sending. */
  readonly leaseMs?: number;
}

/**
 * Sends what is queued until it is stopped. It keeps the order per address and the platforms'
 * rates, and puts edits before posts. At the stop it first finishes what is under way.
 */
export function startDispatcher(ctx: Context, options: DispatcherOptions): () => Promise<void> {
  const { outlets, outbound, push } = ctx;
  const isAny: boolean = isAnyConfigured(outlets);
  if (isAny) return run(ctx, options);
  if (outbound === undefined && push === undefined && outlets?.onChange === undefined) {
    return async () => {};
  }
  return startWithFirst(ctx, options);
}

/**
 * Without channels there is nothing to do, and nothing to pay, until one is set up, an agent
 * subscribes or a device is turned on.
 */
function startWithFirst(ctx: Context, options: DispatcherOptions): () => Promise<void> {
  let stop: (() => Promise<void>) | undefined;
  let isStopped = false;
  function start(): void {
    if (!isStopped) stop ??= run(ctx, options);
  }
  ctx.outlets?.onChange?.(() => {
    if (isAnyConfigured(ctx.outlets)) start();
  });
  ctx.onWrite("first_way", start);
  ctx.following.onEvent(({ type }) => {
    if (type === "subscription.set" || type === "channel.linked") start();
  });
  const looking = hasWay(ctx)
    .then((isAny) => (isAny ? start() : undefined))
    .catch(options.onFault);
  return async () => {
    isStopped = true;
    await looking;
    await stop?.();
  };
}

async function hasWay(ctx: Context): Promise<boolean> {
  const { store } = ctx;
  if (await store.hasSubscriptions()) return true;
  for (const workspace of await store.listWorkspaces()) {
    if (await isAnywhere(ctx, workspace)) return true;
  }
  return false;
}

function run(ctx: Context, { leaseMs, ...options }: DispatcherOptions): () => Promise<void> {
  const { outlets } = ctx;
  const parts = Array.from({ length: SHARDS }, newPart);
  const shards = holdShards(ctx, {
    leaseMs,
    isIdle: (shard) => (parts[shard]?.inFlight ?? 0) === 0,
    onTaken(shard) {
      parts[shard]?.lanes.clear();
      lookout.stale([shard]);
    },
  });
  const onLooked = () => bringer.begin();
  const lookout = createLookout(ctx, { parts, shards, onLooked, onFault: options.onFault });
  const bringer = createBringer(ctx, { ...options, outlets, parts, shards, lookout });
  outlets?.onChange?.(() => lookout.staleAll());
  ctx.onWrite("dispatch", (write) => {
    if (write.type !== "outbox.insert") {
      if (isWaking(write)) lookout.staleAll();
    } else if (write.delivery.job !== undefined) lookout.queued(write.delivery);
  });
  ctx.following.onEvent(({ type }) => {
    if (type.startsWith("request.") || TOLD.has(type)) lookout.staleAll();
  });

  return async () => {
    bringer.stop();
    await lookout.stop();
    await bringer.idle();
    await shards.stop();
  };
}

/** Another node's events that may mean work here: a failure there hastens the next address. */
const TOLD: ReadonlySet<string> = new Set([
  "message.created",
  "message.held",
  "delivery.resent",
  "delivery.failed",
]);

/** Whether there is something new to do; what attempts store about themselves is known. */
function isWaking(write: Exclude<WriteWaking<"dispatch">, { type: "outbox.insert" }>): boolean {
  if (write.type !== "outbox.put") return true;
  const { status, job, attempts } = write.delivery;
  // What waited behind a delivery that ended may go on.
  return status === "failed" || status === "dropped" || (job !== undefined && attempts === 0);
}
