import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import type { BackupPlan } from "../../ports/store/backups.ts";
import type { Context } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";

/** The start has other things to do first. */
const FIRST_MS = 5_000;
/** The longest time between two checks: a clock may be set, and a timer cannot hold a month. */
const LOOK_MS = HOUR_MS;
/** The pause after a failed backup. */
const RETRY_MS = 10 * MINUTE_MS;

export interface BackupJobOptions extends BackupPlan {
  /** Hears of a failed backup or drill; a backup is tried again soon. */
  readonly onFault: (error: unknown, what: "backup" | "drill") => void;
}

export interface BackupJob {
  /** How many backups have failed. */
  failures(): number;
  /** Interrupts what is under way. */
  stop(): Promise<void>;
}

/**
 * Takes a backup when the newest is old enough, on one node at a time. The folder tells its age,
 * not this process, so a restart or a node that shares the folder takes none too many.
 */
export function startBackups(ctx: Context, options: BackupJobOptions): BackupJob {
  const { everyMs, drillEveryMs, keeper, onFault } = options;
  const { clock } = ctx;
  const ended = new AbortController();
  let failures = 0;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();

  function lookIn(ms: number): void {
    if (ended.signal.aborted) return;
    cancelTimer();
    cancelTimer = clock.after(Math.min(Math.max(ms, 0), LOOK_MS), () => {
      running = running.then(look);
    });
  }

  async function look(): Promise<void> {
    if (job.guard() === undefined) return;
    const isTaken = await tried("backup", takeWhereDue);
    if (isTaken && job.guard() !== undefined) await tried("drill", drillWhereDue);
    lookIn(isTaken ? await dueInMs().catch(() => RETRY_MS) : RETRY_MS);
  }

  async function tried(what: "backup" | "drill", work: () => Promise<void>): Promise<boolean> {
    if (ended.signal.aborted) return false;
    try {
      await work();
      return true;
    } catch (error) {
      if (ended.signal.aborted) return false;
      if (what === "backup") failures += 1;
      onFault(error, what);
      return false;
    }
  }

  async function takeWhereDue(): Promise<void> {
    if ((await dueInMs()) <= 0) await keeper.take(ended.signal);
  }

  async function dueInMs(): Promise<number> {
    const { keys } = await ctx.signer.publicKeys();
    const keyIds = new Set(keys.map((key) => String(key["kid"])));
    const newestMs = await keeper.newestMs(keyIds);
    return newestMs === undefined ? 0 : newestMs + everyMs - clock.now();
  }

  async function drillWhereDue(): Promise<void> {
    if (drillEveryMs === undefined) return;
    const drilledMs = keeper.drilledMs();
    const isDue = drilledMs === undefined || clock.now() - drilledMs >= drillEveryMs;
    if (isDue) await keeper.drill(ended.signal);
  }

  const job = startLeasedJob(ctx, { name: "backup", onTaken: () => lookIn(FIRST_MS) });
  return {
    failures: () => failures,
    async stop() {
      ended.abort();
      cancelTimer();
      await job.stop();
      await running;
    },
  };
}
