import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import { type Context, nowOf } from "../call/context.ts";

/**
 * Whether nobody can be reached about an open request: every way to people failed or uses a missing
 * channel. A rider is asked where its leader is.
 */
export async function isUndeliverable(ctx: Context, request: Request): Promise<boolean> {
  const { outlets, store } = ctx;
  if (outlets === undefined || request.status !== "open") return false;
  const { workspace, id } = request;
  const own = await store.deliveriesOf(workspace, id);
  if (own.length > 0) return areAllLost(outlets, own);
  const leader = await store.leaderOf(workspace, id);
  return leader !== undefined && areAllLost(outlets, await store.deliveriesOf(workspace, leader));
}

export function areAllLost({ channels }: Outlets, deliveries: readonly Delivery[]): boolean {
  const hasFailed = ({ status, address }: Delivery) =>
    status === "failed" || (status === "queued" && !channels.has(address.channel));
  const isLost = (one: Delivery) => one.status === "dropped" || hasFailed(one);
  return deliveries.some(hasFailed) && deliveries.every(isLost);
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
