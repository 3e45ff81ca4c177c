import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { PUSH } from "../../domain/hub/device.ts";
import type { RouteFacts } from "../../domain/hub/route.ts";
import { routingOf } from "../../domain/hub/routing.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import { isAnyConfigured } from "../../ports/channels/outlets.ts";
import type { Context } from "../call/context.ts";
import { routingInForce } from "./rules-in-force.ts";

/** The facts a route is planned on; undefined where there is no channel and no device. */
export async function routeFacts(
  ctx: Context,
  workspace: WorkspaceId,
): Promise<RouteFacts | undefined> {
  const { store } = ctx;
  if (!(await isAnywhere(ctx, workspace))) return undefined;
  const [links, attention, keys, principals, rules] = await Promise.all([
    store.listLinks(workspace),
    store.listAttention(workspace),
    ctx.people.keys(workspace),
    store.listPrincipals(workspace, "person"),
    routingInForce(ctx, workspace),
  ]);
  // A person without a good key is no longer an operator, and what they did there would not count.
  const good = keys.filter(({ key }) => key.revokedAt === undefined);
  const isIn = new Set<string>(good.map(({ principal }) => principal.id));
  const people = principals.filter(
    (one): one is PersonPrincipal => one.kind === "person" && isIn.has(one.id),
  );
  const since = toTimestamp(ctx.clock.now() - HOUR_MS);
  const budgeted = attention.filter(({ perHour }) => perHour !== undefined);
  const counts = budgeted.map(
    async ({ operator }) =>
      [operator as string, await store.countSentTo({ workspace, operator, since })] as const,
  );
  const held = budgeted.map(async ({ operator }) => {
    const at = await store.heldUntil({ workspace, operator, heldFor: "attention_budget" });
    return at === undefined ? [] : [[operator as string, toMs(at)] as const];
  });
  return {
    people,
    links: links.filter(({ channel }) => isConfigured(ctx, channel)),
    attention,
    sentLately: new Map(await Promise.all(counts)),
    heldUntilMs: new Map((await Promise.all(held)).flat()),
    routing: routingOf(rules),
  };
}

/** Whether anything leads to people besides the inbox and the console: a channel, or a device. */
export async function isAnywhere(
  ctx: Pick<Context, "outlets" | "people" | "push">,
  workspace: WorkspaceId,
): Promise<boolean> {
  const { outlets, people, push } = ctx;
  if (isAnyConfigured(outlets)) return true;
  if (push === undefined) return false;
  const names = await people.addresses(workspace);
  return [...names].some((name) => name.startsWith(`${PUSH} `));
}

function isConfigured({ outlets, push }: Context, channel: RemoteChannel): boolean {
  if (channel === PUSH && push !== undefined) return true;
  return outlets?.channels.has(channel) === true || outlets?.failed.has(channel) === true;
}
