import type { Logger } from "pino";
import { startSendingHeld } from "../core/authority/send-held.ts";
import type { Context } from "../core/call/context.ts";
import { startSharing } from "../core/hub/dispatch/shared-questions.ts";
import { startTurns } from "../core/liaison/drive-turns.ts";
import { startGraphMirror } from "../core/liaison/mirror-graph.ts";
import { startSealing } from "../core/log/seal-log.ts";
import { startRedemand } from "../core/policy/redemand.ts";
import { startExpiry } from "../core/requests/expire.ts";
import { startReview } from "../core/review/start-review.ts";
import { type Anchoring, startAnchoring } from "../core/upkeep/anchor-elsewhere.ts";
import { type BackupJob, startBackups } from "../core/upkeep/back-up.ts";
import { startRetention } from "../core/upkeep/retention.ts";
import { type ClockWatchOptions, startClockWatch } from "../core/upkeep/watch-clock.ts";
import { RETENTION_KINDS, type RetentionKind } from "../domain/policy/retention.ts";
import { toTimestamp } from "../domain/timestamp.ts";
import type { BackupPlan } from "../ports/store/backups.ts";
import type { AnchorPlan } from "../ports/system/anchor-places.ts";
import type { ClockStanding } from "../ports/system/clock.ts";
import type { JobFigures } from "../ports/system/figures.ts";

/** What a server does by itself. Over a shared store, one node at a time does each job. */
export interface Jobs {
  /** Starts nothing new, so that another node can take over while calls are still served here. */
  handOver(): Promise<void>;
  /** Seals what the last calls have logged, and resolves when all is done. */
  end(): Promise<void>;
  figures(): JobFigures;
}

export interface JobOptions {
  readonly log: Logger;
  /** It takes backups by itself; none if absent. */
  readonly backups?: BackupPlan | undefined;
  /** It writes its anchor elsewhere by itself; not if absent. */
  readonly anchoring?: AnchorPlan | undefined;
  /** Called when a jump of the clock waits no more. */
  readonly onRight: () => Promise<void>;
}

export function startJobs(ctx: Context, options: JobOptions): Jobs {
  const { log, backups: plan, anchoring: elsewhere, onRight } = options;
  const erased = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])) as Record<
    RetentionKind,
    number
  >;
  let retentionFailures = 0;
  let sweptMs: number | undefined;
  const stopClock = startClockWatch(ctx, clockWatch(log, onRight));
  // Another node may have accepted a jump while this one was started.
  if (!ctx.clock.standing().isWaiting) void onRight();
  const stopExpiry = startExpiry(ctx);
  const stopSending = startSendingHeld(ctx, {
    onFault: (error) =>
      log.warn({ err: error }, "a held decision could not be sent; it is tried again"),
  });
  const stopSharing = startSharing(ctx, {
    onFault: (error) =>
      log.warn({ err: error }, "an answer that agents share could not be given; it is tried again"),
  });
  const stopRedemand = startRedemand(ctx, {
    onFault: (error) =>
      log.warn(
        { err: error },
        "open authorizations could not be put under the policy in force; it is tried again",
      ),
  });
  const stopRetention = startRetention(ctx, {
    onErased(kind, count) {
      erased[kind] += count;
    },
    onSwept() {
      sweptMs = ctx.clock.now();
    },
    onFault(error) {
      retentionFailures += 1;
      log.warn({ err: error }, "what is kept no longer could not be erased; it is tried again");
    },
  });
  const backups = plan === undefined ? undefined : startPlan(ctx, plan, log);
  const anchoring = elsewhere === undefined ? undefined : startElsewhere(ctx, elsewhere, log);
  const stopReview = startReview(ctx, {
    onFault: (error) =>
      log.warn({ err: error }, "open requests could not be reviewed; it is tried again"),
  });
  const stopTurns = startTurns(ctx, {
    onFault: (error) =>
      log.warn({ err: error }, "a turn of the liaison could not be made; it is tried again"),
  });
  const { graphMirror: to } = ctx;
  const stopMirror =
    to === undefined
      ? async () => {}
      : startGraphMirror(ctx, {
          to,
          onFault: (error) =>
            log.warn({ err: error }, "the graph database could not be written; it is tried again"),
        });
  const stopSealing = startSealing(ctx, {
    onFault: (error) => log.warn({ err: error }, "the log could not be sealed; it is tried again"),
  });
  return {
    async handOver() {
      const stopBackups = backups?.stop();
      const clocks = [
        stopClock(),
        stopExpiry(),
        stopSending(),
        stopSharing(),
        stopRetention(),
        stopReview(),
        stopTurns(),
        anchoring?.stop(),
      ];
      await Promise.all([...clocks, stopRedemand(), stopBackups]);
      await stopMirror();
    },
    end: stopSealing,
    figures: () => ({
      retention: { erased, failures: retentionFailures, ...(sweptMs !== undefined && { sweptMs }) },
      ...(backups !== undefined && { backups: { failures: backups.failures() } }),
      ...(anchoring !== undefined && { anchoring: { failures: anchoring.failures() } }),
    }),
  };
}

function clockWatch(log: Logger, onRight: () => Promise<void>): ClockWatchOptions {
  const facts = ({ nowMs, toldMs }: ClockStanding) => ({
    now: toTimestamp(nowMs),
    told: toTimestamp(toldMs),
  });
  return {
    onJump: (standing) =>
      log.error(
        facts(standing),
        "the clock jumped ahead; nothing is written until an owner accepts it: npx earshot clock accept",
      ),
    onBehind: (standing) =>
      log.warn(facts(standing), "the clock is behind the log; time goes on by itself"),
    onRight() {
      log.info("the clock is right again or was accepted; all goes on");
      void onRight();
    },
    onFault: (error) => log.warn({ err: error }, "what the clock did could not be logged"),
  };
}

function startElsewhere(ctx: Context, plan: AnchorPlan, log: Logger): Anchoring {
  return startAnchoring(ctx, {
    ...plan,
    onFault: (error, place) =>
      log.error({ err: error, place }, "the anchor could not be written; it is tried again"),
  });
}

function startPlan(ctx: Context, plan: BackupPlan, log: Logger): BackupJob {
  return startBackups(ctx, {
    ...plan,
    onFault: (error, what) =>
      log.error(
        { err: error },
        what === "backup"
          ? "no backup could be taken; it is tried again"
          : "the newest backup could not be restored for practice",
      ),
  });
}
