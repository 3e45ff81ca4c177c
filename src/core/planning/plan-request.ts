import { isAtLeast } from "../../domain/authority/action.ts";
import { isApprover } from "../../domain/authority/authorization.ts";
import type { HeldFor } from "../../domain/hub/delivery.ts";
import { planRoute, type RouteQuestion, type Step, wantedFrom } from "../../domain/hub/route.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { OpenRequest } from "../../domain/requests/request.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { newDelivery } from "../call/new-delivery.ts";
import { routeFacts } from "./route-facts.ts";

/**
 * The deliveries of a request about to be stored, or of a rider that people are now asked about
 * itself.
 */
export async function requestDeliveries(
  ctx: Context,
  request: OpenRequest,
): Promise<readonly Write[]> {
  const { workspace, id: item, agent } = request;
  const facts = await routeFacts(ctx, workspace);
  if (facts === undefined) return [];
  const nowMs = ctx.clock.now();
  const people = facts.people.filter((person) => mayAnswer(request, person));
  const { steps } = planRoute(routeQuestion(request, nowMs), { ...facts, people });
  const createdAt = toTimestamp(nowMs);
  return steps.map((step): Write => {
    const given = { workspace, item, agent, createdAt, ...placeOf(step) };
    return { type: "outbox.insert", delivery: newDelivery(ctx, given) };
  });
}

function routeQuestion(request: OpenRequest, nowMs: number): RouteQuestion {
  return {
    to: request.to,
    isUrgent: isUrgent(request),
    nowMs,
    ...present({
      expiresAtMs: request.expiresAt === undefined ? undefined : toMs(request.expiresAt),
    }),
  };
}

/** Until when it would disturb its recipient, and why; undefined if it is wanted now. */
export async function unwantedUntil(
  { store, clock }: Pick<Context, "store" | "clock">,
  request: OpenRequest,
  operator: PrincipalId | undefined,
): Promise<{ readonly until: Timestamp; readonly heldFor: HeldFor } | undefined> {
  if (operator === undefined) return undefined;
  const nowMs = clock.now();
  const attention = await store.listAttention(request.workspace);
  const { atMs, heldFor } = wantedFrom(routeQuestion(request, nowMs), { attention }, operator);
  const isWanted = heldFor === undefined || atMs <= nowMs;
  return isWanted ? undefined : { until: toTimestamp(atMs), heldFor };
}

function placeOf({ address, operator, atMs, heldFor }: Step) {
  return { address, dueAt: toTimestamp(atMs), ...present({ operator: operator?.id, heldFor }) };
}

/** An authorization reaches the people its rule names. */
function mayAnswer(request: OpenRequest, person: PersonPrincipal): boolean {
  return request.kind === "question" || isApprover(request.authorization.demand, person);
}

/** A high stake does not wait for the morning. */
function isUrgent(request: OpenRequest): boolean {
  return request.kind === "authorization" && isAtLeast(request.authorization.demand.level, "HIGH");
}
