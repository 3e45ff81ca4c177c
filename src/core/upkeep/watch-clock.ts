import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import { TOLD_BEHIND_MS } from "../../domain/limits.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { ClockStanding } from "../../ports/system/clock.ts";
import { type Context, nowOf } from "../call/context.ts";
import { startLeasedJob } from "../call/leased-job.ts";

const LOOK_MS = 1_000;

export interface ClockWatchOptions {
  /** Hears once of each jump that waits for a person. */
  readonly onJump: (standing: ClockStanding) => void;
  /** Hears once of each time that the system's clock has fallen behind. */
  readonly onBehind: (standing: ClockStanding) => void;
  /** Called when a jump waits no more. Must not throw. */
  readonly onRight: () => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Logs where the system's clock went back, and where a jump ended without a person, on one node at a
 * time. The returned function stops it.
 */
export function startClockWatch(ctx: Context, options: ClockWatchOptions): () => Promise<void> {
  let cancelTimer = () => {};
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;
  let jump: ClockStanding | undefined;
  let told = 0;
  /** What is to be logged, until this node or another has the job and has done it. */
  let returned: ClockStanding | undefined;
  let isBehindLogged = false;
  const job = startLeasedJob(ctx, { name: "clock", onTaken: () => {} });

  function lookForJump(standing: ClockStanding): void {
    if (standing.isWaiting) {
      if (jump === undefined) options.onJump(standing);
      jump = standing;
      return;
    }
    if (jump === undefined) return;
    // Whoever accepted it has logged that, and has taken the time along.
    if (standing.nowMs < jump.toldMs) returned = jump;
    jump = undefined;
    options.onRight();
  }

  async function lookBehind(standing: ClockStanding): Promise<void> {
    const isBehind = standing.nowMs - standing.toldMs > TOLD_BEHIND_MS;
    if (isBehind && standing.setBacks > told) {
      told = standing.setBacks;
      options.onBehind(standing);
    }
    if (isBehind && !isBehindLogged) isBehindLogged = await log("clock.went_back", standing);
    if (!isBehind) isBehindLogged = false;
  }

  async function look(): Promise<void> {
    const standing = ctx.clock.standing();
    lookForJump(standing);
    if (standing.isWaiting) return;
    await lookBehind(standing);
    if (returned !== undefined && (await log("clock.jumped", returned))) returned = undefined;
  }

  /** False while another node has the job. */
  async function log(type: EventDraft["type"], { toldMs }: ClockStanding): Promise<boolean> {
    const guard = job.guard();
    if (guard === undefined) return false;
    const workspace = DEFAULT_WORKSPACE;
    const data = { told: toTimestamp(toldMs) };
    const event: EventDraft = { type, at: nowOf(ctx), subject: workspace, data };
    const { outcome } = await ctx.commit({ workspace, writes: guard, events: [event] });
    return outcome === "committed";
  }

  function lookSoon(): void {
    cancelTimer = ctx.clock.after(LOOK_MS, () => {
      looking = look()
        .catch(options.onFault)
        .then(() => {
          if (!isStopped) lookSoon();
        });
    });
  }

  lookForJump(ctx.clock.standing());
  lookSoon();
  return async () => {
    isStopped = true;
    cancelTimer();
    await looking;
    await job.stop();
  };
}
