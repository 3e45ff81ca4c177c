import { isApprover } from "../../domain/authority/authorization.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type {
  AuthorizationRequest,
  RejectedRequest,
  Request,
  Shown,
} from "../../domain/requests/request.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { RejectInput } from "../../ports/earshot/authority.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { handFacts, handOf } from "../deciders/hands.ts";
import { wordsOf } from "../log/words-of.ts";
import { changeRequest } from "../requests/change-request.ts";
import { type DecisionPlan, type Holding, held } from "../requests/hold.ts";
import { logRefusal } from "./approve.ts";
import { revokedAlike } from "./revoke-alike.ts";
import { reasonThatStands, standingRejection } from "./standing-rejections.ts";

/**
 * Rejects an action, whoever approved it before; people may also reject actions of their own
 * agents.
 */
export async function reject(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RejectInput>,
): Promise<Shown<AuthorizationRequest>> {
  requireRight(caller, "decide");
  const { id, reason, undoMs, covers = "this" } = input;
  if (reason !== undefined) {
    checkNotBlank(reason, "reason");
    checkText(reason, "reason", MAX_REASON_BYTES);
  }
  const call = { caller, operation: "reject", input, options };
  try {
    let revoked: readonly RequestId[] = [];
    const plan = async (request: Request, at: Timestamp) => {
      const planned = await planRejection(ctx, caller, { request, input, options, at });
      revoked = planned.revoked;
      return planned;
    };
    // What stands for others too is decided with a look at its reach, and counts at once.
    const kept = covers === "like" ? undefined : { id, ...present({ reason }) };
    const holding: Holding = { does: "reject", undoMs, input: kept, plan };
    const rejected = (await changeRequest(ctx, call, {
      id,
      plan: held(call, holding),
    })) as RejectedRequest;
    return revoked.length === 0 ? rejected : { ...rejected, alsoRevoked: revoked };
  } catch (error) {
    const tried = { id, does: "reject" } as const;
    if (isEarshotError(error, "NOT_ALLOWED")) {
      await logRefusal(ctx, caller, { tried, error, options });
    }
    throw error;
  }
}

interface Rejecting {
  readonly request: Request;
  readonly input: RejectInput;
  readonly options: CallOptions | undefined;
  readonly at: Timestamp;
}

/** What a rejection changes. */
export async function planRejection(
  ctx: Context,
  caller: Caller,
  { request, input, options, at }: Rejecting,
): Promise<DecisionPlan & { readonly revoked: readonly RequestId[] }> {
  const by = actorOf(caller, options?.via);
  if (
    request.kind === "authorization" &&
    !isApprover(request.authorization.demand, caller.principal)
  ) {
    throw new EarshotError(
      "NOT_ALLOWED",
      `${by.name} may not decide ${request.id}: the rule "${request.authorization.demand.rule}" names others.`,
      { details: { id: request.id, reason: "not_an_approver" } },
    );
  }
  const digest = request.kind === "authorization" ? request.authorization.digest : "";
  const { key } = caller;
  const hand = handFacts(key, await handOf(ctx, request.workspace, key));
  const standing = await standingRejection(ctx, caller, { request, input, by, at });
  const reason =
    standing === undefined ? input.reason : reasonThatStands(input.reason, standing.permission);
  const also =
    standing === undefined
      ? undefined
      : await revokedAlike(ctx, caller, {
          permission: standing.permission,
          rejected: request.id,
          reason,
          by,
          at,
        });
  return {
    revoked: also?.ids ?? [],
    event: { type: "reject", by, ...present({ reason }) },
    logged: ({ salt }) => ({
      type: "request.rejected",
      data: { digest, via: by.via, ...hand, ...wordsOf(ctx, { salt, reason }) },
    }),
    ...(standing && { writes: () => [standing.write], alsoLogged: [standing.logged] }),
    ...(also && { also }),
  };
}
