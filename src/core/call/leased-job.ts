import type { Lease } from "../../ports/store/lease.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "./context.ts";

/** How long a node that says nothing any more keeps others from taking over. */
const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;

/** A job that one node at a time does. */
export interface LeasedJob {
  /**
   * What each commit of the job carries, so that a node which was stopped for longer than its lease
   * commits nothing on waking; undefined where another node does the job, and nothing may be done.
   * Over a store of one's own it is empty.
   */
  guard(): readonly Write[] | undefined;
  /** Gives the job back, so that others need not wait for the lease to run out. */
  stop(): Promise<void>;
}

export interface LeasedJobOptions {
  /** Of the job: the same on all nodes. */
  readonly name: string;
  /** Called each time the job becomes this node's, or its own again after `guard` gave nothing; what was known of it may be old. Must not throw. */
  readonly onTaken: () => void;
}

/** Seeks to do a job, from now until it is stopped. `onTaken` is never called before this returns. */
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
  /** Whether the job was not done for want of the lease, since it was last taken or renewed. */
  let isPutOff = false;
  let cancelTimer = () => {};
  let taking = take();

  async function take(): Promise<void> {
    // Counted from before the store counts, so that it never seems held longer than it is.
    const untilMs = clock.now() + LEASE_MS;
    const former = held;
    try {
      const lease = await store.takeLease({ name, holder, ms: LEASE_MS });
      held = lease === undefined ? undefined : { lease, untilMs };
    } catch {
      // The store is away. What is held stays so until its time runs out.
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
    // Where the store was so slow that its time has run out again, it is told with the next renewal.
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
      // Where the store is away it runs out by itself.
      await store.releaseLease(held.lease).catch(() => {});
      held = undefined;
    },
  };
}
