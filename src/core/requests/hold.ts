import { isAtLeast } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { HeldAct } from "../../domain/requests/held.ts";
import type { Request } from "../../domain/requests/request.ts";
import { type Decision, transition } from "../../domain/requests/request-machine.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import { actorOf } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import type { Context } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { changeShown } from "../planning/change-shown.ts";
import { type ChangePlan, changeRequest, type RequestChange } from "./change-request.ts";

/** A plan for what a person decides. */
export interface DecisionPlan extends ChangePlan {
  readonly event: Decision;
}

export interface Holding {
  readonly does: HeldAct;
  /** For how long its person can take it back; absent: it counts at once. */
  readonly undoMs: number | undefined;
  /** The call, as it is made again once it is sent. Undefined where it cannot be: it counts at once. */
  readonly input: JsonObject | undefined;
  readonly plan: (
    ...given: Parameters<RequestChange["plan"]>
  ) => DecisionPlan | Promise<DecisionPlan>;
}

/**
 * The plan of a decision, held where its caller wants that: everything is checked now, and once more
 * when it is sent. HIGH and CRITICAL count at once.
 */
export function held(
  { caller, options }: Pick<CallIdentity, "caller" | "options">,
  { does, undoMs, input, plan }: Holding,
): RequestChange["plan"] {
  if (undoMs !== undefined) checkUndo(undoMs);
  const by = actorOf(caller, options?.via);
  return async (request, at) => {
    const planned = await plan(request, at);
    if (undoMs === undefined || input === undefined || !isHoldable(request)) return planned;
    // What the machine would refuse is refused now.
    transition(request, planned.event, at);
    const until = toTimestamp(toMs(at) + undoMs);
    return {
      event: { type: "hold", held: { by, does, at, until } },
      logged: () => ({ type: "request.decision_held", data: { via: by.via, kind: does } }),
      held: { input, ...present({ key: caller.key }) },
    };
  };
}

function isHoldable(request: Request): boolean {
  return request.kind === "question" || !isAtLeast(request.authorization.demand.level, "HIGH");
}

function checkUndo(undoMs: number): void {
  if (Number.isInteger(undoMs) && undoMs >= 1 && undoMs <= UNDO_MS) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `A decision is held for 1 to ${UNDO_MS} ms. Leave undoMs out for one that counts at once.`,
    { details: { what: "undoMs" } },
  );
}

/** Takes back what the caller decided and what is still held. Throws REQUEST_CLOSED once it was sent. */
export async function undo(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<Request> {
  requireRight(caller, "answer");
  asPerson(caller);
  const by = actorOf(caller, options?.via);
  const call: CallIdentity = { caller, operation: "undo", input, options };
  const undone = await changeRequest(ctx, call, {
    id: input.id,
    plan: (request) => ({
      event: { type: "unhold", by: by.principal },
      logged: () => ({
        type: "request.decision_undone",
        data: {
          via: by.via,
          ...present({ kind: request.status === "open" ? request.held?.does : undefined }),
        },
      }),
    }),
  });
  // It is taken back: a failure to update posts must not make it an error.
  await changeShown(ctx, undone).catch(() => {});
  return undone;
}
