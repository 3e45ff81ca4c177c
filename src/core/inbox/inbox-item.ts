import type { RequestId } from "../../domain/id.ts";
import { precedentOf } from "../../domain/inbox/precedent.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { JUST_BEFORE_MS } from "../../domain/limits.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type Request, type ShownRequest, storedOf } from "../../domain/requests/request.ts";
import type { Surface } from "../../domain/surface.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { InboxDetail } from "../../ports/earshot/inbox.ts";
import { approvalNeeds } from "../authority/approval-needs.ts";
import { forOthersThan } from "../authority/for-others.ts";
import { mayRevoke } from "../authority/revoke.ts";
import { asPerson } from "../call/as-person.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { endUsersAmong } from "../callers/end-users.ts";
import { detailOf } from "./list-requests.ts";
import { stepsBefore } from "./steps-before.ts";

const MAX_SIMILAR = 5;

/** Everything a person looks at to decide on a request, or to see how it was decided. */
export async function inboxItem(
  ctx: Context,
  caller: Caller,
  { input: { id }, options }: Given<{ readonly id: RequestId }>,
): Promise<InboxDetail> {
  requireRight(caller, "read");
  const operator = asPerson(caller);
  const { workspace } = operator;
  const { request: found, history } = await detailOf(ctx, caller, id);
  const forOthers = await forOthersThan(ctx, caller, { request: found, at: "page" });
  const request = forOthers === undefined ? found : { ...found, forOthers };
  const claim = await ctx.store.findClaim(workspace, id);
  const assignment = await ctx.store.findAssignment(workspace, id);
  const snoozed = await ctx.store.findSnooze({ workspace, request: id, operator: operator.id });
  const rule = await ruleOf(ctx, request);
  const compared = await ctx.inbox.similar({ workspace, id, limit: MAX_SIMILAR });
  const { similar, earlier } = compared;
  const precedent = precedentOf(request, { earlier, reader: operator.id });
  return {
    request,
    history,
    actors: await actorsOf(ctx, request, history),
    ...present({ claim, assignment }),
    deliveries: await ctx.store.listDeliveries(workspace, id),
    ...present({
      snoozedUntil: snoozed === undefined || snoozed <= nowOf(ctx) ? undefined : snoozed,
    }),
    steps: await stepsOf(ctx, request, history),
    similar,
    ...present({
      precedent,
      already: request.status === "open" ? compared.already : undefined,
      rule,
    }),
    ...(await needsOf(ctx, caller, { request: storedOf(request), via: options?.via })),
    ...present({ isRevocable: isRevocable(ctx, caller, request) ? true : undefined }),
  };
}

async function actorsOf(
  ctx: Context,
  { workspace, to }: ShownRequest,
  history: readonly Event[],
): Promise<NonNullable<InboxDetail["actors"]>> {
  const ids = new Set(history.flatMap(({ actor }) => (actor === undefined ? [] : [actor])));
  const found = await Promise.all([...ids].map((id) => ctx.people.find(workspace, id)));
  const stored = found.flatMap((one) => (one === undefined ? [] : [one]));
  const users = await endUsersAmong(ctx, workspace, to);
  return [...stored, ...users].map(({ id, name }) => ({ id, name }));
}

async function stepsOf(
  ctx: Context,
  request: ShownRequest,
  history: readonly Event[],
): Promise<readonly Event[]> {
  const { workspace, agent, kind } = request;
  const asked = history[0];
  if (asked === undefined) return [];
  const since = toTimestamp(toMs(asked.at) - JUST_BEFORE_MS);
  // The asker names a session, as it names the run of a tool call.
  const session = kind === "authorization" ? request.authorization.action.session : null;
  const run = session === null ? {} : { run: session };
  return await stepsBefore(ctx, { workspace, agent, seq: asked.seq, since, ...run });
}

/** The rule as it stands in the policy that is asked, or stood in the last one. */
export async function ruleOf(ctx: Context, request: ShownRequest): Promise<JsonObject | undefined> {
  if (request.kind !== "authorization") return undefined;
  const { action, demand } = request.authorization;
  const stored = await ctx.store.findPolicy(
    request.workspace,
    demand.revision ?? action.policyVersion,
  );
  const rules = stored?.source["rules"];
  if (!Array.isArray(rules)) return undefined;
  return rules.filter(isJsonObject).find((rule) => rule["name"] === demand.rule);
}

/** Whether the caller could take back an approval: their vote, or the whole of it. */
function isRevocable(ctx: Context, caller: Caller, request: ShownRequest): boolean {
  if (request.kind !== "authorization" || !caller.rights.has("decide")) return false;
  const { votes } = request.authorization;
  if (request.status === "open") {
    return votes.some(({ by }) => by.principal === caller.principal.id);
  }
  if (request.status !== "approved" || request.usableUntil === undefined) return false;
  return request.usableUntil > nowOf(ctx) && mayRevoke(caller, request);
}

async function needsOf(
  ctx: Context,
  caller: Caller,
  { request, via }: { readonly request: Request; readonly via: Surface | undefined },
): Promise<Pick<InboxDetail, "needs">> {
  if (request.kind !== "authorization" || request.status !== "open") return {};
  return { needs: await approvalNeeds(ctx, caller, { request, ...present({ via }) }) };
}
