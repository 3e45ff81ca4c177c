import { isEarshotError } from "../../domain/errors.ts";
import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import { NOTICE_AGENT } from "../../domain/people/own-agents.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { ReviewItem } from "../../ports/earshot/review.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { plannedChange } from "../requests/change-request.ts";
import { longOpen, reviewItem } from "./list-review.ts";
import { planOutcome } from "./plan-outcome.ts";

const PAGE = 100;

/** Does everything that is due now, even for requests that agents could judge. */
export async function runReview(ctx: Context, caller: Caller): Promise<{ readonly done: number }> {
  requireRight(caller, "withdraw");
  const { workspace } = caller.principal;
  return { done: await applyRules(ctx, workspace, { guardOf: () => [] }) };
}

export interface Rules {
  /** Goes into each commit; undefined when nothing may be done any more. */
  readonly guardOf: () => readonly Write[] | undefined;
  /** Agents whose requests are left to them. */
  readonly except?: ReadonlySet<PrincipalId>;
}

/** Applies the rules' proposals; returns roughly how many took effect. */
export async function applyRules(
  ctx: Context,
  workspace: WorkspaceId,
  { guardOf, except }: Rules,
): Promise<number> {
  let done = 0;
  for await (const request of allLongOpen(ctx, workspace)) {
    // A notice to an owner is theirs alone to close.
    if (request.agentName === NOTICE_AGENT || except?.has(request.agent)) continue;
    const { proposal } = await reviewItem(ctx, request);
    if (proposal.do === "keep") continue;
    const guard = guardOf();
    if (guard === undefined) return done;
    if (await applyProposal(ctx, { request, proposal }, guard)) done += 1;
  }
  return done;
}

/** All requests of a workspace open for more than a day, oldest first. */
export async function* allLongOpen(
  ctx: Context,
  workspace: WorkspaceId,
  agent?: PrincipalId,
): AsyncGenerator<Request> {
  let after: RequestId | undefined;
  do {
    const page = await longOpen(ctx, workspace, { limit: PAGE, ...present({ agent, after }) });
    yield* page.requests;
    after = page.next;
  } while (after !== undefined);
}

/** False if somebody was faster; the next review looks again. */
async function applyProposal(
  ctx: Context,
  { request, proposal }: Pick<ReviewItem, "proposal"> & { readonly request: Request },
  guard: readonly Write[],
): Promise<boolean> {
  try {
    const plan = await planOutcome(ctx, request, { outcome: proposal });
    const { writes, events } = await plannedChange(ctx, request, { plan, now: nowOf(ctx) });
    const { workspace } = request;
    const done = await ctx.commit({ workspace, writes: [...guard, ...writes], events });
    if (done.outcome === "failed") throw done.error;
    return done.outcome === "committed";
  } catch (error) {
    if (isEarshotError(error, "REQUEST_CLOSED")) return false;
    throw error;
  }
}
