import type { Caller } from "../../domain/principal.ts";
import { requireRight } from "../../domain/rights.ts";
import type { ChannelState } from "../../ports/hub.ts";
import { asPerson } from "../as-person.ts";
import type { Context } from "../context.ts";
import { knownChannels } from "./known-channel.ts";

/** The channels that are configured, and what waits and failed on each. */
export async function channelStates(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ChannelState[] }> {
  requireRight(caller, "read");
  asPerson(caller);
  const { workspace } = caller.principal;
  const states = knownChannels(ctx).map(async (channel): Promise<ChannelState | undefined> => {
    const why = ctx.outlets?.failed.get(channel);
    const isOpen = ctx.outlets?.channels.has(channel) === true;
    if (!isOpen && why === undefined) return undefined;
    const [queued, failed] = await Promise.all([
      ctx.store.countQueued(workspace, channel),
      ctx.store.countFailed(workspace, channel),
    ]);
    const state = { channel, queued, failed };
    return why === undefined ? { ...state, state: "running" } : { ...state, state: "failed", why };
  });
  return { items: (await Promise.all(states)).filter((state) => state !== undefined) };
}
