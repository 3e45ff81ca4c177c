import type { EventType } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { ReviewOutcome } from "../../domain/requests/review.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

/** More events than most requests have in the log. */
const PAGE = 100;
const MAX_PAGES = 50;

const OUTCOMES: Partial<Record<EventType, ReviewOutcome["do"]>> = {
  "request.kept": "keep",
  "request.reminded": "remind",
  "request.rerouted": "reroute",
  "request.escalated": "escalate",
};

export interface LastReview {
  readonly outcome: ReviewOutcome["do"];
  readonly at: Timestamp;
}

/** What the log says was last done about an open request. */
export async function lastReview(
  ctx: Context,
  { workspace, id }: Pick<Request, "workspace" | "id">,
): Promise<LastReview | undefined> {
  let last: LastReview | undefined;
  let after = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const events = await ctx.store.readEvents({ workspace, subject: id, after, limit: PAGE });
    for (const { type, at, seq } of events) {
      const outcome = OUTCOMES[type];
      if (outcome !== undefined) last = { outcome, at };
      after = seq;
    }
    if (events.length < PAGE) break;
  }
  return last;
}
