import { isAtLeast } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import { planRoute, type Step } from "../../domain/hub/route.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { RouteInput, RouteReport, RouteStep } from "../../ports/earshot/hub.ts";
import type { Context } from "../call/context.ts";
import { operatorsNamed } from "../deciders/resolve-names.ts";
import { routeFacts } from "../planning/route-facts.ts";

/** Who would be reached, where and when, if nobody answered. */
export async function testRoute(
  ctx: Context,
  caller: Caller,
  input: RouteInput = {},
): Promise<RouteReport> {
  requireRight(caller, "read");
  const { level, expiresInMs, at } = input;
  const to = await operatorsNamed(ctx, caller, input.to ?? []);
  const facts = await routeFacts(ctx, caller.principal.workspace);
  if (facts === undefined) {
    throw new EarshotError(
      "CHANNEL_UNAVAILABLE",
      "No channel is configured here: people find everything in the inbox. Add one: npx earshot channels add slack.",
    );
  }
  const nowMs = at === undefined ? ctx.clock.now() : toMs(at);
  const { steps, unreached } = planRoute(
    {
      to,
      nowMs,
      isUrgent: level !== undefined && isAtLeast(level, "HIGH"),
      ...present({ expiresAtMs: expiresInMs === undefined ? undefined : nowMs + expiresInMs }),
    },
    facts,
  );
  return { steps: steps.map(stepOf), unreached: unreached.map(({ name }) => name) };
}

function stepOf({ address, operator, atMs, heldFor }: Step): RouteStep {
  return {
    ...present({ operator: operator?.name }),
    ...address,
    at: toTimestamp(atMs),
    ...present({ heldFor }),
  };
}
