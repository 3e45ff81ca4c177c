import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { SEALED_AFTER_EVENTS, SEALED_AFTER_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { Checkpoint } from "../../ports/earshot/authority.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";
import { type CallIdentity, earlierResult, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { checkpointOf, type Sealing, sealHead } from "./seal-head.ts";

/** How often it checks whether there is enough to seal. */
const TICK_MS = 1_000;
/** What is new is sealed after so many looks, */
const MAX_TICKS = SEALED_AFTER_MS / TICK_MS;
/** or once there are this many events. */

/**
 * Seals the log now and logs who asked for it; that event comes after the sealed part. Without new
 * events it returns the last checkpoint.
 */
export async function sealLog(
  ctx: Context,
  caller: Caller,
  { options }: Given<unknown>,
): Promise<Checkpoint> {
  requireRight(caller, "audit");
  const { workspace, id: actor } = caller.principal;
  const call: CallIdentity = { caller, operation: "sealLog", input: {}, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) return await checkpointOf(ctx, earlier);
  return await sealNow(ctx, workspace, ({ seq, at, token }) => ({
    events: [{ type: "log.sealed", at, actor, subject: workspace, data: { version: seq } }],
    // The token is all a repeated call needs for the same result.
    once: onceOf(ctx, call, token),
  }));
}

/** Seals what is new, if anything is, and says what to do where the anchor cannot be written. */
export async function sealNow(
  ctx: Context,
  workspace: WorkspaceId,
  sealingOf: (checkpoint: Checkpoint) => Sealing,
): Promise<Checkpoint> {
  try {
    return await sealHead(ctx, workspace, sealingOf);
  } catch (cause) {
    if (isEarshotError(cause)) throw cause;
    throw new EarshotError(
      "STORE_UNAVAILABLE",
      `The log of ${workspace} was not sealed: the anchor cannot be written: ${whyRefused(cause)}. Make its file writable, and seal again.`,
      { cause },
    );
  }
}

export interface SealingOptions {
  /** Hears of each failed seal; it is tried again. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Keeps sealing the logs of all workspaces, on one node at a time. It logs no events of its own,
 * which would need sealing in turn. The returned function stops it: it seals what is new if this
 * node has the job, and resolves when that is done or failed.
 */
export function startSealing(ctx: Context, { onFault }: SealingOptions): () => Promise<void> {
  /** How many new events each workspace has. */
  const unsealed = new Map<WorkspaceId, number>();
  let ticks = 0;
  let isStopped = false;
  let cancelTimer: (() => void) | undefined;
  let running: Promise<void> = Promise.resolve();

  const job = startLeasedJob(ctx, {
    name: "sealing",
    onTaken() {
      running = running.then(findUnsealed);
    },
  });

  async function findUnsealed(): Promise<void> {
    try {
      for (const workspace of await ctx.store.listWorkspaces()) {
        const sealed = (await ctx.store.lastCheckpoint(workspace))?.seq ?? 0;
        add(workspace, (await ctx.store.head(workspace)).seq - sealed);
      }
    } catch (error) {
      onFault(error);
    }
  }

  function add(workspace: WorkspaceId, events: number): void {
    if (events <= 0) return;
    unsealed.set(workspace, (unsealed.get(workspace) ?? 0) + events);
    wait();
  }

  function wait(): void {
    if (unsealed.size > 0 && !isStopped) cancelTimer ??= ctx.clock.after(TICK_MS, tick);
  }

  function tick(): void {
    cancelTimer = undefined;
    ticks += 1;
    const isDue =
      ticks >= MAX_TICKS || [...unsealed.values()].some((count) => count >= SEALED_AFTER_EVENTS);
    if (!isDue) {
      wait();
      return;
    }
    ticks = 0;
    running = running.then(sealAll).then(wait);
  }

  async function sealAll(): Promise<void> {
    for (const workspace of [...unsealed.keys()]) {
      // Events that arrive during this seal count as new again.
      unsealed.delete(workspace);
      const guard = job.guard();
      // The node that seals counts for itself; this node starts counting when it gets the job.
      if (guard === undefined) continue;
      try {
        await sealHead(ctx, workspace, () => ({ events: [], guard }));
      } catch (error) {
        unsealed.set(workspace, 1);
        onFault(error);
      }
    }
  }

  ctx.onCommit((change, result) => {
    if (result.outcome === "committed") add(change.workspace, result.events.length);
  });
  ctx.following.onEvent(({ workspace }) => add(workspace, 1));
  return async () => {
    isStopped = true;
    cancelTimer?.();
    await running;
    await sealAll();
    await job.stop();
  };
}
