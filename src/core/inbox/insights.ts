import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { DAY_MS } from "../../domain/time.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import { asPerson } from "../call/as-person.ts";
import type { Context } from "../call/context.ts";

const DEFAULT_DAYS = 7;
const MAX_DAYS = 90;

/** How people answered within the last days. */
export async function insights(
  ctx: Context,
  caller: Caller,
  { days = DEFAULT_DAYS }: { readonly days?: number } = {},
): Promise<Insights> {
  requireRight(caller, "read");
  const { workspace } = asPerson(caller);
  if (!(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS)) {
    throw new EarshotError("INVALID_INPUT", `Look back 1 to ${MAX_DAYS} whole days, not ${days}.`, {
      details: { days },
    });
  }
  const since = toTimestamp(Math.max(ctx.clock.now() - days * DAY_MS, 0));
  return await ctx.inbox.insights({ workspace, since });
}
