import type { Delivery } from "../../domain/delivery.ts";
import type { Request } from "../../domain/request.ts";
import { type Context, nowOf } from "../context.ts";
import { isOfRequest } from "./dispatch/content-of.ts";

/** Whether nobody can be reached about an open request: it had ways to people, and all have failed. */
export async function isUndeliverable(ctx: Context, request: Request): Promise<boolean> {
  if (ctx.outlets === undefined || request.status !== "open") return false;
  return areAllLost(await ctx.store.deliveriesOf(request.workspace, request.id));
}

function areAllLost(deliveries: readonly Delivery[]): boolean {
  const isLost = ({ status }: Delivery) => status === "failed" || status === "dropped";
  return deliveries.some(({ status }) => status === "failed") && deliveries.every(isLost);
}

/** Tells the agent at once where the delivery that failed was the last way to anybody. */
export async function noteUndeliverable(ctx: Context, failed: Delivery): Promise<void> {
  const { workspace, item, agent, id } = failed;
  if (!isOfRequest(item)) return;
  const request = await ctx.store.findRequest(workspace, item);
  if (request === undefined || !(await isUndeliverable(ctx, request))) return;
  // Of two that fail together both see it, and it is said once; after a resend it is said again.
  const digest = ctx.digest.json(["undeliverable", item]);
  const attempts = (await ctx.store.deliveriesOf(workspace, item)).map(({ version }) => version);
  const key = `undeliverable:${item}:${attempts.join(".").slice(0, 64)}`;
  const done = await ctx.commit({
    workspace,
    once: { principal: agent, key, digest, result: id },
    writes: [],
    events: [{ type: "request.undeliverable", at: nowOf(ctx), subject: item, agent }],
  });
  if (done.outcome === "committed") ctx.waiters.wake(request);
}
