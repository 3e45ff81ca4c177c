import { EarshotError } from "../../domain/errors.ts";
import { isId, type RequestId, type WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Request, ShownRequest } from "../../domain/requests/request.ts";
import { isDue } from "../../domain/requests/request-machine.ts";
import { proposeReview, REVIEWED_AFTER_MS } from "../../domain/requests/review.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { ReviewItem } from "../../ports/earshot/review.ts";
import type { RequestQuery } from "../../ports/store/request-query.ts";
import { type Context, nowOf } from "../call/context.ts";
import { pageLimit } from "../call/page.ts";
import { isToldAskers, withAskers } from "../planning/with-askers.ts";
import { lastReview } from "./last-review.ts";

/** Requests open for more than a day, oldest first, each with the rules' proposal. */
export async function listReview(
  ctx: Context,
  caller: Caller,
  input: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<Page<ReviewItem>> {
  requireRight(caller, "read");
  const limit = pageLimit(input.limit);
  const { cursor } = input;
  if (cursor !== undefined && !isId("req", cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  const { workspace, id: agent } = caller.principal;
  const { requests, next } = await longOpen(ctx, workspace, {
    limit,
    ...present({ agent: seesAll(caller) ? undefined : agent, after: cursor }),
  });
  const shown = isToldAskers(caller) ? await withAskers(ctx, workspace, requests) : requests;
  const items = await Promise.all(shown.map((request) => reviewItem(ctx, request)));
  return next === undefined ? { items } : { items, next };
}

/** Ids sort by time, so the oldest come first. */
export async function longOpen(
  ctx: Context,
  workspace: WorkspaceId,
  query: Pick<RequestQuery, "agent" | "after" | "limit">,
): Promise<{ readonly requests: readonly Request[]; readonly next?: RequestId }> {
  const { limit, agent } = query;
  const open = await ctx.store.listRequests({
    workspace,
    status: "open",
    order: "oldest",
    // A rider waits like the question it shares; to its agent it is a question of its own.
    ...present({ folded: agent === undefined ? true : undefined }),
    ...query,
    limit: limit + 1,
  });
  const now = nowOf(ctx);
  const page = open.slice(0, limit);
  const old = page.filter(({ createdAt }) => toMs(now) - toMs(createdAt) > REVIEWED_AFTER_MS);
  const last = old.at(-1);
  const isMore = open.length > limit && old.length === page.length && last !== undefined;
  const requests = old.filter((request) => !isDue(request, now));
  return isMore ? { requests, next: last.id } : { requests };
}

/** The request with the rules' proposal and its reason. */
export async function reviewItem(ctx: Context, request: ShownRequest): Promise<ReviewItem> {
  const now = ctx.clock.now();
  const agent = await ctx.people.find(request.workspace, request.agent);
  const isAgentGone = agent?.kind !== "agent" || agent.haltedAt !== undefined;
  const last = await lastReview(ctx, request);
  const waitingMs = now - toMs(request.createdAt);
  const { outcome: proposal, why } = proposeReview({
    waitingMs,
    isAgentGone,
    ...present({
      last: last === undefined ? undefined : { outcome: last.outcome, agoMs: now - toMs(last.at) },
    }),
  });
  return { request, waitingMs, proposal, why, ...present({ last }) };
}
