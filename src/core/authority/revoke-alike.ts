import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { present } from "../../domain/present.ts";
import type { ApprovedRequest } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { plannedChange } from "../requests/change-request.ts";
import { unusedOf } from "../verdict/approval-use.ts";
import { approvalRevoked, mayRevoke } from "./revoke.ts";
import { isLikeRejected } from "./standing-rejections.ts";

const PAGE = 500;
/** The newest approvals of an agent are examined, up to this many; older ones expired long ago. */
const MOST_LOOKED_AT = 10_000;

export interface RevokedAlike extends Pick<Change, "writes" | "events"> {
  readonly ids: readonly RequestId[];
}

interface Rejecting {
  /** The rejection that stands from now on. */
  readonly permission: Permission;
  readonly rejected: RequestId;
  readonly reason: string | undefined;
  readonly by: Actor;
  readonly at: Timestamp;
}

/**
 * Revokes unused approvals that resemble a standing rejection, in the same commit. A person who
 * rejects everything like this also means what would run in the next minute.
 */
export async function revokedAlike(
  ctx: Context,
  caller: Caller,
  { permission, rejected, by, at, ...said }: Rejecting,
): Promise<RevokedAlike> {
  const why = said.reason === undefined ? "." : `: ${said.reason}`;
  const reason = `It resembles ${rejected}, which was rejected together with similar actions${why}`;
  const changes: RevokedAlike[] = [];
  for await (const request of usableApprovals(ctx, permission, at)) {
    if (!mayRevoke(caller, request) || !(await isLikeRejected(ctx, permission, request))) continue;
    const plan = await approvalRevoked(ctx, caller, { request, by, at, reason });
    const planned = { plan, now: at, actor: by.principal };
    changes.push({ ids: [request.id], ...(await plannedChange(ctx, request, planned)) });
  }
  return {
    ids: changes.flatMap(({ ids }) => ids),
    writes: changes.flatMap(({ writes }) => writes),
    events: changes.flatMap(({ events }) => events),
  };
}

async function* usableApprovals(
  ctx: Context,
  { workspace, agent }: Permission,
  at: Timestamp,
): AsyncGenerator<ApprovedRequest, void> {
  let after: RequestId | undefined;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += PAGE) {
    const page = await ctx.store.listRequests({
      workspace,
      agent,
      kind: "authorization",
      status: "approved",
      order: "newest",
      limit: PAGE,
      ...present({ after }),
    });
    // An erased approval resembles nothing any more, and nothing runs by it.
    yield* await unusedOf(ctx, page as readonly ApprovedRequest[], at);
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
