import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

const PAGE = 500;

export interface Lately {
  readonly workspace: WorkspaceId;
  readonly agent?: PrincipalId;
  /** How far back, in milliseconds. */
  readonly span: number;
  /** A whole number of pages. */
  readonly most: number;
  /** Only what was sought before this one. */
  readonly after?: RequestId | undefined;
}

/** Authorizations of late, newest first. */
export async function* soughtLately(
  ctx: Context,
  { span, most, after: first, ...of }: Lately,
): AsyncGenerator<AuthorizationRequest, void> {
  const since = toTimestamp(Math.max(ctx.clock.now() - span, 0));
  let after = first;
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
