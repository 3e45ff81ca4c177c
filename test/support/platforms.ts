import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { Channel, Sink } from "../../src/ports/channels/channel.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import { contents } from "../../src/render/contents/contents.ts";
import { createFakeWorld, type FakeWorld } from "../../src/testing/fake-channel.ts";

/** Fake platforms, a separate set for each place, behind channels that last. */
export interface Platforms {
  readonly outlets: Outlets;
  /** The platforms of a new place, whose chats begin with its name; `sink` hears them. */
  enter(place: string, sink: Sink): Promise<Place>;
}

export interface Place {
  on(kind: RemoteChannel): FakeWorld;
  close(): Promise<void>;
}

const KINDS = ["slack", "telegram"] as const;

type Worlds = ReadonlyMap<RemoteChannel, FakeWorld>;

export function createPlatforms(): Platforms {
  const places = new Map<string, Worlds>();
  // Whatever still arrives for a closed place goes here, where no test looks.
  const nowhere = worldsOf();

  function channelOf(kind: RemoteChannel): Channel {
    const { channel } = worldOf(nowhere, kind);
    const at = (chatId: string): Channel => {
      const worlds = places.get(chatId.split(".")[0] ?? "") ?? nowhere;
      return worldOf(worlds, kind).channel;
    };
    return {
      ...channel,
      post: (post) => at(post.address.chatId).post(post),
      edit: (ref, content) => at(ref.chatId).edit(ref, content),
      find: async (post) => await at(post.address.chatId).find?.(post),
    };
  }

  return {
    outlets: {
      channels: new Map(KINDS.map((kind) => [kind, channelOf(kind)])),
      failed: new Map(),
      contents,
      pageUrl: (id) => `http://localhost:4242/${id}`,
    },
    async enter(place, sink) {
      const worlds = worldsOf(place);
      places.set(place, worlds);
      for (const world of worlds.values()) await world.start(sink);
      return {
        on: (kind) => worldOf(worlds, kind),
        async close() {
          places.delete(place);
          for (const world of worlds.values()) await world.close();
        },
      };
    },
  };
}

function worldsOf(place?: string): Worlds {
  const named = place === undefined ? {} : { place };
  return new Map(KINDS.map((kind) => [kind, createFakeWorld({ kind, ...named })]));
}

function worldOf(worlds: Worlds, kind: RemoteChannel): FakeWorld {
  const world = worlds.get(kind);
  if (world === undefined) throw new Error(`There is no ${kind} in this world.`);
  return world;
}
