import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { OpenQuestion, Request } from "../../domain/requests/request.ts";
import { actorOf, findRequest } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { editWrites } from "../planning/settle-deliveries.ts";

/**
 * Takes a question out of a shared answer. People are asked about it itself, and it never shares an
 * answer again. Throws INVALID_INPUT if it shares none, or is answered already.
 */
export async function separate(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<Request> {
  requireRight(caller, "answer");
  asPerson(caller);
  const { id } = input;
  const call: CallIdentity = { caller, operation: "separate", input, options };
  const find = () => findRequest(ctx, caller, id);
  return await commitCall(ctx, call, {
    thing: `The requests that share the answer of ${id}`,
    plan: async () => separation(ctx, call, await find()),
    replay: find,
  });
}

async function separation(
  ctx: Context,
  call: CallIdentity,
  request: Request,
): Promise<PlannedCall<Request>> {
  const { workspace, id, agent } = request;
  const leader = await openLeaderOf(ctx, request);
  const { principal: actor, via } = actorOf(call.caller, call.options?.via);
  return {
    done: () => request,
    result: id,
    change: {
      workspace,
      writes: [
        // Applies only while the leader is open; once that closes, its answer is on its way here.
        { type: "rider.put", leader, request: id },
        { type: "rider.put", leader: id, request: id },
        ...(await requestDeliveries(ctx, request as OpenQuestion)),
        ...editWrites(ctx, await ctx.store.deliveriesOf(workspace, leader)),
      ],
      events: [
        {
          type: "request.separated",
          at: nowOf(ctx),
          actor,
          subject: id,
          agent,
          data: { leader, via },
        },
      ],
    },
  };
}

async function openLeaderOf(
  { store }: Context,
  { workspace, id, status }: Request,
): Promise<RequestId> {
  const leader = await store.leaderOf(workspace, id);
  if (leader === undefined) {
    throw new EarshotError("INVALID_INPUT", `${id} shares the answer of no other question.`, {
      details: { id },
    });
  }
  const led = await store.findRequest(workspace, leader);
  if (status === "open" && led?.status === "open") return leader;
  throw new EarshotError("INVALID_INPUT", `${id} already has the answer of ${leader}.`, {
    details: { id, leader },
  });
}
