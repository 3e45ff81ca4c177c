import type { Logger } from "pino";
import type { Others } from "../ports/store/others.ts";

export interface TellingOptions {
  readonly log: Pick<Logger, "warn" | "info">;
  readonly place: string;
}

/** Logs when the database is lost, each reason once, and when it is back. */
export function tellingOthers(others: Others, { log, place }: TellingOptions): Others {
  /** The reasons since the database was lost; undefined while it is reachable. */
  let told: Set<string> | undefined;

  function tell(isHearing: boolean, reason: unknown): void {
    if (isHearing) {
      if (told !== undefined)
        log.info({ place }, "the database answers and notices are heard again");
      told = undefined;
      return;
    }
    const text = reason instanceof Error ? reason.message : String(reason ?? "not known");
    told ??= new Set();
    if (told.has(text)) return;
    told.add(text);
    log.warn({ place, reason: text }, "the database is lost to this node; it is tried again");
  }

  return {
    ...others,
    listen: (listener) =>
      others.listen({
        reached: (positions) => listener.reached(positions),
        hearing(isHearing, reason) {
          tell(isHearing, reason);
          listener.hearing(isHearing, reason);
        },
      }),
  };
}
