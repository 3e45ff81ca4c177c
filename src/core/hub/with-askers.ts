import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/principal.ts";
import type { Asker, Request } from "../../domain/request.ts";
import type { Context } from "../context.ts";

type Asked = { readonly id: RequestId; readonly alsoAskedBy?: readonly Asker[] };

/** Names whoever else asks the same: what is shown to people, on every surface, comes through here. */
export async function withAskers<T extends Asked>(
  { store }: Pick<Context, "store">,
  workspace: WorkspaceId,
  requests: readonly T[],
): Promise<readonly T[]> {
  const behind = await store.askersBehind(
    workspace,
    requests.map(({ id }) => id),
  );
  if (behind.length === 0) return requests;
  return requests.map((request) => {
    const askers = behind.filter(({ leader }) => leader === request.id);
    if (askers.length === 0) return request;
    return { ...request, alsoAskedBy: askers.map(({ asker }) => asker) };
  });
}

/** An agent is told of its own requests alone, and not of who else asks. */
export function isToldAskers({ principal }: Caller): boolean {
  return principal.kind === "person";
}

/** A request as people are shown it. */
export async function findAsked(
  ctx: Pick<Context, "store">,
  workspace: WorkspaceId,
  id: RequestId,
): Promise<Request | undefined> {
  const request = await ctx.store.findRequest(workspace, id);
  if (request?.kind !== "question") return request;
  const [shown] = await withAskers(ctx, workspace, [request]);
  return shown;
}
