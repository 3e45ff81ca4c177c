import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { OpenRequest } from "../../domain/requests/request.ts";
import { closedError } from "../../domain/requests/request-errors.ts";
import { findRequest } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { expireDue } from "./expire.ts";

/** Finds an open request that the caller may see; throws REQUEST_CLOSED. */
export async function findOpen(ctx: Context, caller: Caller, id: RequestId): Promise<OpenRequest> {
  const request = await expireDue(ctx, await findRequest(ctx, caller, id), nowOf(ctx));
  if (request.status !== "open") throw closedError(request);
  return request;
}
