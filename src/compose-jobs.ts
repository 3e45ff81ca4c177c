import type { Logger } from "pino";
import type { Context } from "./core/context.ts";
import { startExpiry } from "./core/expire.ts";
import { startTurns } from "./core/liaison/drive-turns.ts";
import { startGraphMirror } from "./core/liaison/mirror-graph.ts";
import { startRetention } from "./core/retention.ts";
import { startReview } from "./core/review/start-review.ts";
import { startSealing } from "./core/seal-log.ts";

/** What a server does by itself; over a shared store one node at a time does each. */
export interface Jobs {
  /** Takes up nothing new, so that another node may: while calls are still served. */
  handOver(): Promise<void>;
  /** Seals what the last calls have logged; resolves when all is done. */
  end(): Promise<void>;
}

export function startJobs(ctx: Context, log: Logger): Jobs {
  const stopExpiry = startExpiry(ctx);
  const stopRetention = startRetention(ctx, {
    onFault: (error) =>
      log.warn({ err: error }, "what is kept no longer could not be erased; it is tried again"),
  });
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
      await Promise.all([stopExpiry(), stopRetention(), stopReview(), stopTurns()]);
      await stopMirror();
    },
    end: stopSealing,
  };
}
