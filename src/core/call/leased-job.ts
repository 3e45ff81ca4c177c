import type { Lease } from "../../ports/store/lease.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "./context.ts";

/** How long a silent node keeps others from taking over. */
const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;

/** A job that only one node does at a time. */
export interface LeasedJob {
  /**
   * Goes into each commit of the job, so a node that was frozen past its lease commits nothing on
   * waking. Undefined while another node does the job. Empty over a store with a single writer.
   */
  guard(): readonly Write[] | undefined;
  /** Gives the job back, so others need not wait for the lease to run out. */
  stop(): Promise<void>;
}

export interface LeasedJobOptions {
  /** The job's name, the same on all nodes. */
  readonly name: string;
  /**
   * Called each time the job becomes this node's, also again after `guard` gave nothing. Anything
   * known before may be stale. Must not throw.
   */
  readonly onTaken: () => void;
}

/** Competes for a job until it is stopped. `onTaken` is never called before this returns. */
export function startLeasedJob(ctx: Context, options: LeasedJobOptions): LeasedJob {
  const { others } = ctx;
  return others === undefined
    ? ownJob(options)
    : sharedJob(ctx, { ...options, holder: others.node });
}

function ownJob({ onTaken }: LeasedJobOptions): LeasedJob {
  let isStopped = false;
  queueMicrotask(() => {
    if (!isStopped) onTaken();
  });
  return {
    guard: () => (isStopped ? undefined : []),
    async stop() {
      isStopped = true;
    },
  };
}

function sharedJob(
  { clock, store }: Context,
  { name, holder, onTaken }: LeasedJobOptions & { readonly holder: string },
): LeasedJob {
  let held: { readonly lease: Lease; readonly untilMs: number } | undefined;
  let isStopped = false;
  /** Whether the job was skipped for want of the lease since it was last taken or renewed. */
  let isPutOff = false;
  let cancelTimer = () => {};
  let taking = take();

  async function take(): Promise<void> {
    // Measured before the store starts its count, so the lease never seems to last longer than it
    // does.
    const untilMs = clock.now() + LEASE_MS;
    const former = held;
    try {
      const lease = await store.takeLease({ name, holder, ms: LEASE_MS });
      held = lease === undefined ? undefined : { lease, untilMs };
    } catch {
      // The store is away. A held lease stays until its time runs out.
    }
    if (isStopped) return;
    cancelTimer = clock.after(RENEWAL_MS, () => {
      taking = take();
    });
    tellTaken(former?.lease.epoch);
  }

  function tellTaken(formerEpoch: number | undefined): void {
    if (held === undefined) return;
    const isTaken = isPutOff || held.lease.epoch !== formerEpoch;
    // If the store was so slow that the lease ran out again, the next renewal reports it.
    isPutOff = isTaken && held.untilMs <= clock.now();
    if (isTaken && !isPutOff) onTaken();
  }

  return {
    guard() {
      if (isStopped || held === undefined || held.untilMs <= clock.now()) {
        isPutOff = true;
        return undefined;
      }
      return [{ type: "lease.holds", name, epoch: held.lease.epoch }];
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await taking;
      if (held === undefined) return;
      // If the store is away, the lease runs out by itself.
      await store.releaseLease(held.lease).catch(() => {});
      held = undefined;
    },
  };
}
