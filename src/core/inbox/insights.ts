import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_INSIGHTS_DAYS, MAX_INSIGHTS_DAYS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { DAY_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Insights, InsightsInput } from "../../ports/earshot/inbox.ts";
import { asPerson } from "../call/as-person.ts";
import type { Context } from "../call/context.ts";

/** How people answered within the last days. */
export async function insights(
  ctx: Context,
  caller: Caller,
  { days = DEFAULT_INSIGHTS_DAYS, agent }: InsightsInput = {},
): Promise<Insights> {
  requireRight(caller, "read");
  const { workspace, id: person } = asPerson(caller);
  if (!(Number.isInteger(days) && days >= 1 && days <= MAX_INSIGHTS_DAYS)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Look back 1 to ${MAX_INSIGHTS_DAYS} whole days, not ${days}.`,
      {
        details: { days },
      },
    );
  }
  const since = toTimestamp(Math.max(ctx.clock.now() - days * DAY_MS, 0));
  return await ctx.inbox.insights({ workspace, since, person, ...present({ agent }) });
}
