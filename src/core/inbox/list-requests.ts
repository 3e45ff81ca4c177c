import { EarshotError } from "../../domain/errors.ts";
import { isId, type PrincipalId, type RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type ShownRequest, untold } from "../../domain/requests/request.ts";
import { readSpan, type TimeSpan } from "../../domain/time-span.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { ListInput, RequestDetail } from "../../ports/earshot/requests.ts";
import type { RequestQuery } from "../../ports/store/request-query.ts";
import { withForOthers } from "../authority/for-others.ts";
import { findConversation, findRequest } from "../call/access.ts";
import { assertWhole } from "../call/assert-whole.ts";
import { type Context, nowOf } from "../call/context.ts";
import { pageLimit, toPage } from "../call/page.ts";
import { zoneOf } from "../hub/attention.ts";
import { isToldAskers, withAskers } from "../planning/with-askers.ts";
import { expireDue } from "../requests/expire.ts";
import { withUse, withUses } from "../verdict/approval-use.ts";

const MAX_HISTORY = 100;

/** One page of the requests that the caller may see. */
export async function list(
  ctx: Context,
  caller: Caller,
  input: ListInput = {},
): Promise<Page<ShownRequest>> {
  requireRight(caller, "read");
  const { kind, status, conversation, cursor, order = "newest" } = input;
  const limit = pageLimit(input.limit);
  if (cursor !== undefined && !isId("req", cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  const { workspace } = caller.principal;
  const isNarrow = conversation !== undefined || input.agent !== undefined || input.each === true;
  const isFolded = isToldAskers(caller) && !isNarrow;
  const items = await ctx.store.listRequests({
    workspace,
    ...present({
      folded: isFolded ? true : undefined,
      kind,
      status,
      conversation:
        conversation === undefined ? undefined : await findConversation(ctx, caller, conversation),
    }),
    ...agentOf(caller, input),
    ...(await spanOf(ctx, caller, input)),
    ...present({
      askedOf: input.mine === true && seesAll(caller) ? caller.principal.name : undefined,
      ...ofEndUser(caller),
      after: cursor,
    }),
    order,
    limit: limit + 1,
  });
  const told = await withUses(ctx, items);
  const page = toPage(isToldAskers(caller) ? await withAskers(ctx, workspace, told) : told, limit);
  const shown = await withForOthers(ctx, caller, page.items);
  return { ...page, items: seesAll(caller) ? shown : shown.map(untold) };
}

/** An end user has what asks them by name, and what asks any operator is none of theirs. */
function ofEndUser({ principal, endUser }: Caller): Pick<RequestQuery, "named" | "only"> {
  if (endUser === undefined) return {};
  return { named: principal.name, ...present({ only: endUser.request }) };
}

/**
 * A caller who may not see other agents' requests gets none of theirs, whatever agent they name.
 */
function agentOf(caller: Caller, { agent }: ListInput): { readonly agent?: PrincipalId } {
  if (seesAll(caller)) return agent === undefined ? {} : { agent };
  if (agent === undefined || agent === caller.principal.id) return { agent: caller.principal.id };
  throw new EarshotError("NOT_ALLOWED", "An agent lists its own requests, and no others.");
}

/** When they were asked, in the days and times of the person who looks. */
async function spanOf(
  ctx: Context,
  caller: Caller,
  { since, until, timeZone }: ListInput,
): Promise<{ readonly span?: TimeSpan }> {
  if ((since ?? until ?? timeZone) === undefined) return {};
  const zone = await zoneOf(ctx, caller, timeZone);
  return { span: readSpan({ since, until, timeZone: zone }, nowOf(ctx)) };
}

/**
 * One request with its log. Throws RECORD_CHANGED for an action that is not the one that was asked.
 */
export async function show(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: RequestId },
): Promise<RequestDetail> {
  const { request, history } = await detailOf(ctx, caller, id);
  const [shown = request] = await withForOthers(ctx, caller, [request]);
  return { request: seesAll(caller) ? shown : untold(shown), history };
}

/** The same without who can decide it, which depends on where it is viewed. */
export async function detailOf(
  ctx: Context,
  caller: Caller,
  id: RequestId,
): Promise<RequestDetail> {
  requireRight(caller, "read");
  const request = await expireDue(ctx, await findRequest(ctx, caller, id), nowOf(ctx));
  assertWhole(ctx, request);
  const history = await ctx.store.readEvents({
    workspace: request.workspace,
    subject: id,
    after: 0,
    limit: MAX_HISTORY,
  });
  const used = await withUse(ctx, request);
  return { request: isToldAskers(caller) ? await amongAskers(ctx, used) : used, history };
}

/** Adds who else asks the same, or whose answer it shares. */
async function amongAskers(ctx: Context, request: ShownRequest): Promise<ShownRequest> {
  const { workspace, id } = request;
  const [shown = request] = await withAskers(ctx, workspace, [request]);
  if (request.kind !== "question") return shown;
  const leader = await ctx.store.leaderOf(workspace, id);
  if (leader === undefined) return shown;
  const behind = await ctx.store.askersBehind(workspace, [leader]);
  return behind.some(({ asker }) => asker.id === id) ? { ...shown, behind: leader } : shown;
}
