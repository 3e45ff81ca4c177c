import type { Logger } from "pino";
import type { Context } from "../core/call/context.ts";
import { startSharing } from "../core/hub/dispatch/shared-questions.ts";
import { startTurns } from "../core/liaison/drive-turns.ts";
import { startGraphMirror } from "../core/liaison/mirror-graph.ts";
import { startSealing } from "../core/log/seal-log.ts";
import { startRedemand } from "../core/policy/redemand.ts";
import { startExpiry } from "../core/requests/expire.ts";
import { startReview } from "../core/review/start-review.ts";
import { type BackupJob, startBackups } from "../core/upkeep/back-up.ts";
import { startRetention } from "../core/upkeep/retention.ts";
import { RETENTION_KINDS, type RetentionKind } from "../domain/policy/retention.ts";
import type { BackupPlan } from "../ports/store/backups.ts";
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
}

export function startJobs(ctx: Context, { log, backups: plan }: JobOptions): Jobs {
  const erased = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])) as Record<
    RetentionKind,
    number
  >;
  let retentionFailures = 0;
  let sweptMs: number | undefined;
  const stopExpiry = startExpiry(ctx);
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
      const clocks = [stopExpiry(), stopSharing(), stopRetention(), stopReview(), stopTurns()];
      await Promise.all([...clocks, stopRedemand(), stopBackups]);
      await stopMirror();
    },
    end: stopSealing,
    figures: () => ({
      retention: { erased, failures: retentionFailures, ...(sweptMs !== undefined && { sweptMs }) },
      ...(backups !== undefined && { backups: { failures: backups.failures() } }),
    }),
  };
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
