import { isApprover } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import { foldOf } from "../../domain/inbox/fold.ts";
import { valueAt } from "../../domain/json-pointer.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import {
  differInDigits,
  type LikenessOfAction,
  likenessOf,
  likenessOfRequest,
} from "../../domain/requests/likeness.ts";
import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import type { PreviewRejectionInput, RejectionPreview } from "../../ports/earshot/authority.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { assertNamesArguments, soughtOf } from "./standing-rejections.ts";

/** For one agent; with more open requests, the rest is found when these are closed. */
const MOST_LOOKED_AT = 1_000;

/** Which open requests a rejection would cover; it rejects nothing. */
export async function previewRejection(
  ctx: Context,
  caller: Caller,
  { id, anyAt, digitsAt }: PreviewRejectionInput,
): Promise<RejectionPreview> {
  requireRight(caller, "permit");
  const request = await findRequest(ctx, caller, id);
  if (request.kind !== "authorization") {
    throw new EarshotError("INVALID_INPUT", `${id} is a question: it is answered, not rejected.`);
  }
  const sought = await soughtOf(ctx, request);
  const others = await othersOpen(ctx, request);
  const leeway = { anyAt, digitsAt: digitsAt ?? countingAt(request, others, sought) };
  assertNamesArguments(sought.args, leeway);
  const like = likenessOf(sought, leeway);
  const covered: AuthorizationRequest[] = [];
  for (const other of others) {
    if (likenessOf(await soughtOf(ctx, other), leeway) === like) covered.push(other);
  }
  const mine = covered.filter(({ authorization }) =>
    isApprover(authorization.demand, caller.principal),
  );
  return {
    digitsAt: leeway.digitsAt,
    ids: mine.map((one) => one.id),
    left: covered.length - mine.length,
  };
}

async function othersOpen(
  ctx: Context,
  { workspace, agent, id }: Request,
): Promise<readonly AuthorizationRequest[]> {
  const open = await ctx.store.listRequests({
    workspace,
    agent,
    kind: "authorization",
    status: "open",
    order: "oldest",
    limit: MOST_LOOKED_AT,
  });
  return open.filter(
    (one): one is AuthorizationRequest => one.kind === "authorization" && one.id !== id,
  );
}

/** Where the requests in its row differ in digits: the places where its agent counts. */
function countingAt(
  request: AuthorizationRequest,
  others: readonly AuthorizationRequest[],
  { args }: LikenessOfAction,
): readonly string[] {
  const like = likenessOfRequest(request);
  const alike = others.filter((one) => likenessOfRequest(one) === like);
  const places = foldOf([request, ...alike])?.differs.map(({ pointer }) => pointer) ?? [];
  const { secrets } = request.authorization;
  return places.filter((pointer) => {
    const own = pointer.startsWith("/") ? valueAt(args, pointer) : undefined;
    if (own === undefined || secrets.includes(pointer)) return false;
    return alike.some(({ authorization: { action } }) =>
      differInDigits(own, valueAt(action.args, pointer) ?? null),
    );
  });
}
