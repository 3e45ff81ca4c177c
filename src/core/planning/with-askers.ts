import type { PrincipalId, RequestId, WorkspaceId } from "../../domain/id.ts";
import type { InboxItem } from "../../domain/inbox/inbox.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Asker, ShownRequest } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";

type Mark = "keyRevoked" | "agentHalted";

interface Asked extends Pick<ShownRequest, "agent" | "status" | "alsoAskedBy" | Mark> {
  readonly id: RequestId;
}
type Read = Pick<Context, "store" | "people">;

/**
 * Names the other agents that ask the same, and marks those who may not hear the answer. Every
 * surface shows requests through this.
 */
export function withAskers(
  ctx: Read,
  workspace: WorkspaceId,
  requests: readonly ShownRequest[],
): Promise<readonly ShownRequest[]>;
export function withAskers(
  ctx: Read,
  workspace: WorkspaceId,
  rows: readonly InboxItem[],
): Promise<readonly InboxItem[]>;
export async function withAskers<T extends Asked>(
  ctx: Read,
  workspace: WorkspaceId,
  requests: readonly T[],
): Promise<readonly T[]> {
  const behind = await ctx.store.askersBehind(
    workspace,
    requests.map(({ id }) => id),
  );
  const marks = await marksIn(ctx, workspace, requests);
  if (behind.length === 0 && marks.size === 0) return requests;
  return requests.map((request) => {
    const askers = behind.filter(({ leader }) => leader === request.id);
    return { ...request, ...namedAs(askers), ...markOf(request, marks) };
  });
}

function namedAs(askers: readonly { readonly asker: Asker }[]): Pick<Asked, "alsoAskedBy"> {
  return askers.length === 0 ? {} : { alsoAskedBy: askers.map(({ asker }) => asker) };
}

type Marks = ReadonlyMap<PrincipalId, Pick<Asked, Mark>>;

function markOf({ status, agent }: Asked, marks: Marks): Pick<Asked, Mark> {
  return (status === "open" && marks.get(agent)) || {};
}

/** Agents that are halted or have no good key any more. */
async function marksIn(
  ctx: Read,
  workspace: WorkspaceId,
  requests: readonly Asked[],
): Promise<Marks> {
  const asking = new Set(
    requests.filter(({ status }) => status === "open").map((one) => one.agent),
  );
  const marks = new Map<PrincipalId, Pick<Asked, Mark>>();
  if (asking.size === 0) return marks;
  for (const id of await revokedOf(ctx, workspace, asking)) marks.set(id, { keyRevoked: true });
  for (const id of asking) {
    const agent = await ctx.people.find(workspace, id);
    if (agent?.kind !== "agent" || agent.haltedAt === undefined) continue;
    marks.set(id, { ...marks.get(id), agentHalted: true });
  }
  return marks;
}

/**
 * Agents whose keys are all revoked. An agent that never had a key, such as the liaison, works
 * without one.
 */
async function revokedOf(
  { people }: Read,
  workspace: WorkspaceId,
  asking: ReadonlySet<PrincipalId>,
): Promise<ReadonlySet<PrincipalId>> {
  const keys = (await people.keys(workspace)).filter(({ principal }) => asking.has(principal.id));
  const revoked = new Set(keys.map(({ principal }) => principal.id));
  for (const { key, principal } of keys) {
    if (key.revokedAt === undefined) revoked.delete(principal.id);
  }
  return revoked;
}

/** An agent hears of its own requests only, not of other askers. */
export function isToldAskers({ principal }: Caller): boolean {
  return principal.kind === "person";
}

/** A request as people are shown it. */
export async function findAsked(
  ctx: Read,
  workspace: WorkspaceId,
  id: RequestId,
): Promise<ShownRequest | undefined> {
  const request = await ctx.store.findRequest(workspace, id);
  if (request?.kind !== "question") return request;
  const [shown] = await withAskers(ctx, workspace, [request]);
  return shown;
}
