import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { PUSH } from "../../domain/hub/device.ts";
import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isAnywhere } from "./route-facts.ts";

/**
 * Whether nobody can be reached about an open request: every way to people failed or uses a missing
 * channel. A rider is asked where its leader is.
 */
export async function isUndeliverable(ctx: Context, request: Request): Promise<boolean> {
  const { store } = ctx;
  const { workspace, id } = request;
  if (request.status !== "open" || !(await isAnywhere(ctx, workspace))) return false;
  const own = await store.deliveriesOf(workspace, id);
  if (own.length > 0) return areAllLost(ctx, own);
  const leader = await store.leaderOf(workspace, id);
  return leader !== undefined && areAllLost(ctx, await store.deliveriesOf(workspace, leader));
}

export function areAllLost(
  { outlets, push }: Pick<Context, "outlets" | "push">,
  deliveries: readonly Delivery[],
): boolean {
  const isThere = ({ channel }: Delivery["address"]) =>
    channel === PUSH ? push !== undefined : outlets?.channels.has(channel) === true;
  const hasFailed = ({ status, address }: Delivery) =>
    status === "failed" || (status === "queued" && !isThere(address));
  const isLost = (one: Delivery) => one.status === "dropped" || hasFailed(one);
  return deliveries.some(hasFailed) && deliveries.every(isLost);
}

/** Deliveries looked through for one channel; more than that have to be cleared up in any case. */
const MAX_LOOKED_AT = 100;

/** How many open requests nobody could be reached about, with those that share their posts. */
export async function countUndeliverable(ctx: Context, workspace: WorkspaceId): Promise<number> {
  const lost = new Set<RequestId>();
  for (const leader of await requestsWithLoss(ctx, workspace)) {
    for (const id of [leader, ...(await ctx.store.ridersOf(workspace, leader))]) {
      const request = await ctx.store.findRequest(workspace, id);
      if (request !== undefined && (await isUndeliverable(ctx, request))) lost.add(id);
    }
  }
  return lost.size;
}

/** Requests with a delivery that is lost. Without one no request is undeliverable. */
async function requestsWithLoss(
  { outlets, store }: Context,
  workspace: WorkspaceId,
): Promise<ReadonlySet<RequestId>> {
  const closed = [...(outlets?.failed.keys() ?? [])];
  const lost = [
    ...[...(outlets?.channels.keys() ?? []), ...closed].map(
      (channel) => [channel, "failed"] as const,
    ),
    [PUSH, "failed"] as const,
    ...closed.map((channel) => [channel, "queued"] as const),
  ];
  const found = new Set<RequestId>();
  for (const [channel, status] of lost) {
    const query = { workspace, status, channel, limit: MAX_LOOKED_AT } as const;
    for (const { item } of await store.listOutbox(query)) if (isOfRequest(item)) found.add(item);
  }
  return found;
}

/** Tells the agents at once if the failed delivery was the last way to anybody. */
export async function noteUndeliverable(ctx: Context, failed: Delivery): Promise<void> {
  const { workspace, item, id } = failed;
  if (!isOfRequest(item)) return;
  const request = await ctx.store.findRequest(workspace, item);
  if (request === undefined || !(await isUndeliverable(ctx, request))) return;
  // Two deliveries that fail together both see this, but it is logged once. After a resend it is
  // logged again.
  const versions = (await ctx.store.deliveriesOf(workspace, item)).map(({ version }) => version);
  const lost: Lost = { result: id, of: ctx.digest.json([item, versions]) };
  await tell(ctx, request, lost);
  for (const rider of await ctx.store.ridersOf(workspace, item)) {
    const other = await ctx.store.findRequest(workspace, rider);
    if (other?.status === "open") await tell(ctx, other, lost);
  }
}

interface Lost {
  readonly result: string;
  readonly of: string;
}

async function tell(ctx: Context, request: Request, { result, of }: Lost): Promise<void> {
  const { workspace, id: subject, agent } = request;
  const digest = ctx.digest.json(["undeliverable", subject]);
  const key = `undeliverable:${subject}:${of.slice(-32)}`;
  const done = await ctx.commit({
    workspace,
    once: { principal: agent, key, digest, result },
    writes: [],
    events: [{ type: "request.undeliverable", at: nowOf(ctx), subject, agent }],
  });
  if (done.outcome === "committed") ctx.waiters.wake(request);
}
