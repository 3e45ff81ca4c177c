import type { DatabaseSync } from "node:sqlite";
import { startSendingHeld } from "../../src/core/authority/send-held.ts";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights as callerOfKey, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { startSharing } from "../../src/core/hub/dispatch/shared-questions.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { Link } from "../../src/domain/hub/link.ts";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import type { PersonPrincipal } from "../../src/domain/people/principal.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Channel } from "../../src/ports/channels/channel.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { Clock } from "../../src/ports/system/clock.ts";
import { contents } from "../../src/render/contents/contents.ts";
import { systemClock } from "../../src/system/clock.ts";
import {
  createFakeWorld,
  type FakeWorld,
  type FakeWorldOptions,
} from "../../src/testing/fake-channel.ts";
import { openContext } from "./context.ts";

/** The core with channels to fake platforms, in this process. */
export interface HubWorld {
  readonly ctx: Context;
  readonly scout: Earshot;
  readonly rival: Earshot;
  readonly owner: Earshot;
  readonly ownerPrincipal: PersonPrincipal;
  on(kind: RemoteChannel): FakeWorld;
  /** Makes somebody of a platform the owner, at the platform's first chat. */
  link(kind: RemoteChannel, rank?: number): Promise<Link>;
  /** Stops sending and receiving; the queue stays. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export interface HubOptions {
  readonly channels?: readonly FakeWorldOptions[];
  /** Real ones, started and closed by their maker. */
  readonly real?: readonly Channel[];
  /** What is pressed there is held for a moment; without it, it counts at once. */
  readonly holds?: true;
  readonly clock?: Clock;
  readonly database?: DatabaseSync;
}

export async function openHub({
  channels = [{ kind: "slack" }, { kind: "telegram" }],
  real = [],
  clock = systemClock,
  database,
  holds,
}: HubOptions = {}): Promise<HubWorld> {
  const worlds = new Map(channels.map((one) => [one.kind ?? "telegram", createFakeWorld(one)]));
  const outlets: Outlets = {
    channels: new Map(
      [
        ...[...worlds.values()].map(({ channel }) => channel),
        ...real.map((one) => (holds === true ? one : withoutUndo(one))),
      ].map((channel): [RemoteChannel, Channel] => [channel.kind, channel]),
    ),
    failed: new Map(),
    contents,
    pageUrl: (id) => `http://localhost:4242/${id}`,
  };
  const { ctx, close } = await openContext(clock, database, outlets);
  const home = await found(ctx, { owner: "ada", agent: "scout" });
  const owner = createEarshot(ctx, {
    ...callerOfKey(home.owner.principal),
    key: home.owner.key.id,
  });
  const other = await owner.createKey({ kind: "agent", name: "rival" });
  let stopSharing: (() => Promise<void>) | undefined;
  let stopDispatcher: (() => Promise<void>) | undefined;
  const onFault = (error: unknown) => {
    throw error;
  };
  const stopHeld = holds === true ? startSendingHeld(ctx, { onFault }) : undefined;
  const sink = createReceive(ctx);
  for (const world of worlds.values()) await world.start(sink);
  const resume = async () => {
    stopSharing ??= startSharing(ctx, { onFault });
    stopDispatcher ??= startDispatcher(ctx, { random: () => 0.5, onFault });
  };
  const pause = async () => {
    await stopDispatcher?.();
    stopDispatcher = undefined;
    await stopSharing?.();
    stopSharing = undefined;
  };
  await resume();
  const on = (kind: RemoteChannel): FakeWorld => {
    const world = worlds.get(kind);
    if (world === undefined) throw new Error(`There is no ${kind} in this world.`);
    return world;
  };
  return {
    ctx,
    scout: createEarshot(ctx, callerOfKey(home.agent.principal)),
    rival: createEarshot(ctx, callerOfKey(other.principal)),
    owner,
    ownerPrincipal: home.owner.principal as PersonPrincipal,
    on,
    async link(kind, rank = 1) {
      const { address, account } = on(kind);
      const { id, name } = account("member");
      const operator = home.owner.principal.id;
      const link: Link = {
        id: ctx.ids.next("lnk"),
        workspace: DEFAULT_WORKSPACE,
        channel: kind,
        chatId: address.chatId,
        operator,
        account: id,
        name,
        rank,
        createdAt: toTimestamp(clock.now()),
        createdBy: operator,
      };
      await ctx.commit({
        workspace: DEFAULT_WORKSPACE,
        writes: [{ type: "link.insert", link }],
        events: [],
      });
      return link;
    },
    pause,
    resume,
    async close() {
      await pause();
      await stopHeld?.();
      for (const world of worlds.values()) await world.close();
      await close();
    },
  };
}

/** The same channel, where nothing is held. */
function withoutUndo(channel: Channel): Channel {
  const { undo: _, ...capabilities } = channel.capabilities;
  return Object.create(channel, { capabilities: { value: capabilities } }) as Channel;
}
