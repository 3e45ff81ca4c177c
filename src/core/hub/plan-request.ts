import { isAtLeast } from "../../domain/action.ts";
import { isApprover } from "../../domain/authorization.ts";
import type { PersonPrincipal } from "../../domain/principal.ts";
import type { OpenRequest } from "../../domain/request.ts";
import { planRoute, type Step } from "../../domain/route.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store.ts";
import type { Context } from "../context.ts";
import { routeGround } from "./ground.ts";
import { newDelivery } from "./new-delivery.ts";

/** The deliveries of a request that is about to be stored, or of a rider that is asked for itself. */
export async function requestDeliveries(
  ctx: Context,
  request: OpenRequest,
): Promise<readonly Write[]> {
  const { workspace, id: item, agent } = request;
  const ground = await routeGround(ctx, workspace);
  if (ground === undefined) return [];
  const nowMs = ctx.clock.now();
  const people = ground.people.filter((person) => mayAnswer(request, person));
  const { steps } = planRoute(
    {
      ...{ to: request.to, isUrgent: isUrgent(request), nowMs },
      ...(request.expiresAt === undefined ? {} : { expiresAtMs: toMs(request.expiresAt) }),
    },
    { ...ground, people },
  );
  const createdAt = toTimestamp(nowMs);
  return steps.map((step): Write => {
    const given = { workspace, item, agent, createdAt, ...placeOf(step) };
    return { type: "outbox.insert", delivery: newDelivery(ctx, given) };
  });
}

function placeOf({ address, operator, atMs, heldFor }: Step) {
  return {
    address,
    dueAt: toTimestamp(atMs),
    ...(operator === undefined ? {} : { operator: operator.id }),
    ...(heldFor === undefined ? {} : { heldFor }),
  };
}

/** An authorization reaches those whom its rule names. */
function mayAnswer(request: OpenRequest, person: PersonPrincipal): boolean {
  return request.kind === "question" || isApprover(request.authorization.demand, person);
}

/** What is at stake does not wait for the morning. */
function isUrgent(request: OpenRequest): boolean {
  return request.kind === "authorization" && isAtLeast(request.authorization.demand.level, "HIGH");
}
