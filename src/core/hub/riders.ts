import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { AnsweredRequest } from "../../domain/request.ts";
import type { Write } from "../../ports/store.ts";
import { answer } from "../answer.ts";
import type { Context } from "../context.ts";
import { callerOf } from "./caller-of.ts";
import { requestDeliveries } from "./plan-request.ts";

const PAGE = 100;

interface Rider {
  readonly workspace: WorkspaceId;
  readonly leader: RequestId;
  readonly request: RequestId;
}

/**
 * Answers the questions that were the same as one that has been answered; where that was closed in
 * another way, people are asked for each of them.
 */
export async function settleRiders(ctx: Context): Promise<void> {
  for (;;) {
    const stopped = await ctx.store.stoppedRiders(PAGE);
    for (const rider of stopped) await settleRider(ctx, rider);
    if (stopped.length < PAGE) return;
  }
}

async function settleRider(ctx: Context, rider: Rider): Promise<void> {
  const leader = await ctx.store.findRequest(rider.workspace, rider.leader);
  const isAnswered = leader?.kind === "question" && leader.status === "answered";
  if (isAnswered && (await answerLike(ctx, rider, leader))) {
    await take(ctx, rider, []);
    return;
  }
  const request = await ctx.store.findRequest(rider.workspace, rider.request);
  const isOpen = request?.status === "open";
  await take(ctx, rider, isOpen ? await requestDeliveries(ctx, request) : []);
}

/** In the name of whoever answered the other; false where they may not any more. */
async function answerLike(ctx: Context, rider: Rider, leader: AnsweredRequest): Promise<boolean> {
  const { principal, via } = leader.closedBy;
  const person = await ctx.store.findPrincipal(rider.workspace, principal);
  const caller = person?.kind === "person" ? await callerOf(ctx, person) : undefined;
  if (caller === undefined) return false;
  const input = { id: rider.request, answer: leader.answer };
  const options = { idempotencyKey: `rider:${rider.request}`, via };
  try {
    await answer(ctx, caller, { input, options });
    return true;
  } catch (error) {
    if (isEarshotError(error, "REQUEST_CLOSED")) return true;
    if (isEarshotError(error, "NOT_ALLOWED") || isEarshotError(error, "INVALID_INPUT"))
      return false;
    throw error;
  }
}

async function take(ctx: Context, rider: Rider, besides: readonly Write[]): Promise<void> {
  await ctx.commit({
    workspace: rider.workspace,
    writes: [{ type: "rider.remove", request: rider.request }, ...besides],
    events: [],
  });
}
