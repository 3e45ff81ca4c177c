import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import { TRIED_ON_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

const PAGE = 500;

/** Authorizations of the last 7 days, newest first; `most` is a whole number of pages. */
export async function* soughtLately(
  ctx: Context,
  of: { readonly workspace: WorkspaceId; readonly agent?: PrincipalId },
  most: number,
): AsyncGenerator<AuthorizationRequest, void> {
  const since = toTimestamp(Math.max(ctx.clock.now() - TRIED_ON_MS, 0));
  let after: RequestId | undefined;
  for (let seen = 0; seen < most; seen += PAGE) {
    const page = await ctx.store.listRequests({
      ...of,
      since,
      kind: "authorization",
      order: "newest",
      limit: PAGE,
      ...present({ after }),
    });
    for (const request of page) if (request.kind === "authorization") yield request;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
