import { isApprover } from "../../domain/authority/authorization.ts";
import { isOwnersChange } from "../../domain/authority/owners-change.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { AuthorizationRequest, Request, Shown } from "../../domain/requests/request.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { RespondInput } from "../../ports/earshot/exchange.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { handFacts, handOf } from "../deciders/hands.ts";
import { wordsOf } from "../log/words-of.ts";
import { changeRequest } from "../requests/change-request.ts";
import { type DecisionPlan, type Holding, held } from "../requests/hold.ts";
import { logRefusal } from "./approve.ts";

/**
 * Answers in place of the tool: the action never runs, and its agent goes on with the words. Whoever may
 * reject it may.
 */
export async function respond(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RespondInput>,
): Promise<Shown<AuthorizationRequest>> {
  requireRight(caller, "decide");
  const { id, text, undoMs } = input;
  checkNotBlank(text, "response");
  checkText(text, "response");
  const call = { caller, operation: "respond", input, options };
  const plan = (request: Request) => planResponse(ctx, caller, { request, text, options });
  const kept: JsonObject = { id, text };
  const holding: Holding = { does: "respond", undoMs, input: kept, plan };
  try {
    const change = { id, plan: held(call, holding) };
    return (await changeRequest(ctx, call, change)) as Shown<AuthorizationRequest>;
  } catch (error) {
    const tried = { id, does: "respond" } as const;
    if (isEarshotError(error, "NOT_ALLOWED")) {
      await logRefusal(ctx, caller, { tried, error, options });
    }
    throw error;
  }
}

interface Responding {
  readonly request: Request;
  readonly text: string;
  readonly options: CallOptions | undefined;
}

/** What a response changes. */
export async function planResponse(
  ctx: Context,
  caller: Caller,
  { request, text, options }: Responding,
): Promise<DecisionPlan> {
  const by = actorOf(caller, options?.via);
  if (request.kind === "authorization") assertMayRespond(request, caller);
  const digest = request.kind === "authorization" ? request.authorization.digest : "";
  const { key } = caller;
  const hand = handFacts(key, await handOf(ctx, request.workspace, key));
  return {
    event: { type: "respond", response: text, by },
    logged: ({ salt }) => ({
      type: "request.responded",
      data: { digest, via: by.via, ...hand, ...wordsOf(ctx, { salt, reason: text }) },
    }),
  };
}

function assertMayRespond(
  { id, agentName, authorization: { demand, action } }: AuthorizationRequest,
  { principal }: Caller,
): void {
  if (!isApprover(demand, principal)) {
    throw new EarshotError(
      "NOT_ALLOWED",
      `${principal.name} may not decide ${id}: the rule "${demand.rule}" names others.`,
      { details: { id, reason: "not_an_approver" } },
    );
  }
  // Nobody would read the words: what waits is the call of an owner.
  if (isOwnersChange({ agentName, tool: action.tool })) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${id} is a change that an owner wants, and not the call of an agent. Approve or reject it.`,
      { details: { id } },
    );
  }
}
