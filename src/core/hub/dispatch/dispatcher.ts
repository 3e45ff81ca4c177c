import { SHARDS } from "../../../domain/hub/delivery.ts";
import type { WriteWaking } from "../../../ports/store/write-effects.ts";
import type { Context } from "../../call/context.ts";
import { type BringOptions, createBringer } from "./bringer.ts";
import { createLookout } from "./lookout.ts";
import { newPart } from "./shard-state.ts";
import { holdShards } from "./shards.ts";

export interface DispatcherOptions extends BringOptions {
  /** After so long another node goes on with what one that died was bringing. */
  readonly leaseMs?: number;
}

/**
 * Brings what is queued, from now until it is stopped: order per address, rates of platforms, edits
 * before posts. What is under way at the stop is finished first.
 */
export function startDispatcher(
  ctx: Context,
  { leaseMs, ...options }: DispatcherOptions,
): () => Promise<void> {
  const { outlets } = ctx;
  if (outlets === undefined) return async () => {};
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

/** What another node tells that may be to do here: a failure there hastens the next address. */
const TOLD: ReadonlySet<string> = new Set([
  "message.created",
  "message.held",
  "delivery.resent",
  "delivery.failed",
]);

/** Whether there is something else to do; what attempts store of themselves is known. */
function isWaking(write: Exclude<WriteWaking<"dispatch">, { type: "outbox.insert" }>): boolean {
  if (write.type !== "outbox.put") return true;
  const { status, job, attempts } = write.delivery;
  // What has waited behind one that ends goes on.
  return status === "failed" || status === "dropped" || (job !== undefined && attempts === 0);
}
