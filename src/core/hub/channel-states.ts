import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { asPerson } from "../call/as-person.ts";
import type { Context } from "../call/context.ts";
import { knownChannels } from "./known-channel.ts";

/** The configured channels: whether each is heard, and what waits and failed on it. */
export async function channelStates(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ChannelState[] }> {
  requireRight(caller, "read");
  asPerson(caller);
  const { workspace } = caller.principal;
  const links = await ctx.store.listLinks(workspace);
  const states = knownChannels(ctx).map(async (channel): Promise<ChannelState | undefined> => {
    const hearing = hearingOf(ctx, channel, links);
    if (hearing === undefined) return undefined;
    const [queued, failed] = await Promise.all([
      ctx.store.countQueued(workspace, channel),
      ctx.store.countFailed(workspace, channel),
    ]);
    return { channel, queued, failed, ...hearing, ...takenOf(ctx, channel) };
  });
  return { items: (await Promise.all(states)).filter((state) => state !== undefined) };
}

type Hearing = Omit<ChannelState, "channel" | "queued" | "failed" | keyof Taken>;
type Taken = Pick<ChannelState, "takenAt" | "refused">;

/** Undefined for a channel that is not configured. */
function hearingOf(
  ctx: Context,
  channel: RemoteChannel,
  links: readonly Link[],
): Hearing | undefined {
  const failure = ctx.outlets?.failed.get(channel);
  if (failure !== undefined) return { state: "failed", why: failure };
  if (ctx.outlets?.channels.has(channel) !== true) return undefined;
  const known = ctx.hearings.of(channel);
  const lastMs = Math.max(known?.lastHeardMs ?? 0, notedHeardMs(links, channel));
  const last = lastMs === 0 ? {} : { lastHeardAt: toTimestamp(lastMs) };
  if (known === undefined) return { state: "running", ...last };
  const { hearing, sinceMs, isElsewhere } = known;
  return {
    ...hearing,
    ...(sinceMs !== undefined && { since: toTimestamp(sinceMs) }),
    ...(isElsewhere === true && { isElsewhere }),
    ...last,
  };
}

/** Whoever waits for new settings wants to use them. Of several nodes another one may hear it. */
function isStarting({ outlets, hearings, others }: Context, channel: RemoteChannel): boolean {
  if (others !== undefined || outlets?.channels.has(channel) !== true) return false;
  const known = hearings.of(channel);
  return known === undefined || known.isElsewhere === true;
}

/** With which settings it runs. */
function takenOf(ctx: Context, channel: RemoteChannel): Taken {
  const taken = ctx.outlets?.taken?.get(channel);
  if (taken === undefined) return {};
  const { atMs, refused } = taken;
  return {
    ...present({ takenAt: isStarting(ctx, channel) ? undefined : toTimestamp(atMs) }),
    ...present({
      refused: refused && { at: toTimestamp(refused.atMs), why: refused.why },
    }),
  };
}

/** When anything was last heard in a linked chat, by any node; 0 if nothing was. */
export function notedHeardMs(links: readonly Link[], channel: RemoteChannel): number {
  const noted = links.filter((link) => link.channel === channel && link.heardAt !== undefined);
  return Math.max(0, ...noted.map(({ heardAt = "" }) => toMs(heardAt)));
}
