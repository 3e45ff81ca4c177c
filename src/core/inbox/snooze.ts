import { EarshotError } from "../../domain/errors.ts";
import { inTime } from "../../domain/in-words.ts";
import { MAX_SNOOZE_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { SnoozeInput } from "../../ports/earshot/inbox.ts";
import { actorOf } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { type AlreadySo, commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { findOpen } from "../requests/find-open.ts";

interface Snoozed {
  readonly until?: Timestamp;
}

/**
 * Hides an open request in the caller's own inbox for a while, or undoes that. Its time to expire
 * keeps running.
 */
export async function snooze(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<SnoozeInput>,
): Promise<Snoozed> {
  requireRight(caller, "read");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: "snooze", input, options };
  const { until } = input;
  return await commitCall(ctx, call, {
    thing: `The snooze of ${input.id}`,
    async plan() {
      if (until !== undefined) checkUntil(ctx, until);
      return await puttingOff(ctx, call, input);
    },
    replay: () => snoozed(until),
  });
}

async function puttingOff(
  ctx: Context,
  { caller, options }: CallIdentity,
  { id, until }: SnoozeInput,
): Promise<PlannedCall<Snoozed> | AlreadySo<Snoozed>> {
  const { workspace } = await findOpen(ctx, caller, id);
  const { principal: operator, via } = actorOf(caller, options?.via);
  const known = await ctx.store.findSnooze({ workspace, request: id, operator });
  if (known === until) return { alreadySo: snoozed(until) };
  return {
    done: () => snoozed(until),
    result: id,
    change: {
      workspace,
      writes: [{ type: "snooze.put", request: id, operator, ...snoozed(until) }],
      events: [
        {
          type: "request.snoozed",
          at: nowOf(ctx),
          actor: operator,
          subject: id,
          data: { via, ...present({ kind: until === undefined ? "taken_back" : undefined }) },
        },
      ],
    },
  };
}

function snoozed(until: Timestamp | undefined): Snoozed {
  return until === undefined ? {} : { until };
}

function checkUntil(ctx: Context, until: Timestamp): void {
  const ms = toMs(until);
  const now = ctx.clock.now();
  const isGood = ms > now && ms <= now + MAX_SNOOZE_MS && toTimestamp(ms) === until;
  if (isGood) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `A snooze ends in the future, within ${inTime(MAX_SNOOZE_MS)}, at a moment such as ${toTimestamp(now + HOUR_MS)}; not at ${until}.`,
    { details: { until } },
  );
}
