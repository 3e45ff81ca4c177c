import { EarshotError } from "../domain/errors.ts";
import { isId, type RequestId } from "../domain/id.ts";
import type { Caller } from "../domain/principal.ts";
import type { Request } from "../domain/request.ts";
import { requireRight, seesAll } from "../domain/rights.ts";
import type { ListInput, Page, RequestDetail } from "../ports/earshot.ts";
import { findConversation, findRequest } from "./access.ts";
import { assertWhole } from "./assert-whole.ts";
import { type Context, nowOf } from "./context.ts";
import { expireDue } from "./expire.ts";
import { pageLimit, toPage } from "./page.ts";

const MAX_HISTORY = 100;

/** Requests that the caller may see, a page at a time. */
export async function list(
  ctx: Context,
  caller: Caller,
  input: ListInput = {},
): Promise<Page<Request>> {
  requireRight(caller, "read");
  const { kind, status, conversation, cursor, order = "newest" } = input;
  const limit = pageLimit(input.limit);
  if (cursor !== undefined && !isId("req", cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  const items = await ctx.store.listRequests({
    workspace: caller.principal.workspace,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(conversation === undefined
      ? {}
      : { conversation: await findConversation(ctx, caller, conversation) }),
    ...(seesAll(caller) ? {} : { agent: caller.principal.id }),
    ...(input.mine === true && seesAll(caller) ? { askedOf: caller.principal.name } : {}),
    ...(cursor === undefined ? {} : { after: cursor }),
    order,
    limit: limit + 1,
  });
  return toPage(items, limit);
}

/** One request with what the log says about it. Throws RECORD_CHANGED for an action that is not the one that was asked. */
export async function show(ctx: Context, caller: Caller, id: RequestId): Promise<RequestDetail> {
  requireRight(caller, "read");
  const request = await expireDue(ctx, await findRequest(ctx, caller, id), nowOf(ctx));
  assertWhole(ctx, request);
  const history = await ctx.store.readEvents({
    workspace: request.workspace,
    subject: id,
    after: 0,
    limit: MAX_HISTORY,
  });
  return { request, history };
}
