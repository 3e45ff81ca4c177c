import { onTestFinished } from "vitest";
import type { PostRef } from "../../../src/domain/hub/delivery.ts";
import type { Content, Heard, Inbound, Post, Sink } from "../../../src/ports/channels/channel.ts";
import type { ShownPost } from "../../../src/testing/channel-contract/channel-world.ts";
import { createTelegramWorld, type TelegramWorld } from "./telegram-world.ts";

export const MODES = ["polling", "webhook"] as const;

export const QUESTION: Content = {
  blocks: [
    { kind: "title", text: "Question" },
    { kind: "said", by: "scout", text: "Ship 1.4?" },
  ],
  controls: [
    { kind: "button", token: "nonce.0", label: "Ship", style: "primary" },
    { kind: "button", token: "nonce.1", label: "Hold", style: "danger" },
  ],
};

/** A world that ends with the test. */
export async function aWorld(mode: (typeof MODES)[number]): Promise<TelegramWorld> {
  const world = await createTelegramWorld({ mode });
  onTestFinished(() => world.close());
  return world;
}

/** A world whose channel has been started. */
export async function aStartedWorld(
  mode: (typeof MODES)[number],
  sink: Sink = async () => ({}),
): Promise<TelegramWorld> {
  const world = await aWorld(mode);
  await world.start(sink);
  return world;
}

export function aPost({ address }: TelegramWorld, content: Content = QUESTION): Post {
  return { key: "dlv_00000000000000000000000001", address, content };
}

export async function shownOf(world: TelegramWorld, { ids }: PostRef): Promise<ShownPost> {
  const shown = (await world.shown()).find(({ id }) => id === ids[0]);
  if (shown === undefined) throw new Error("It is not shown.");
  return shown;
}

/** A sink that rejects the first events, as one whose store is away. */
export function failingSink(times: number, heard: Heard = {}): Sink & { failures(): number } {
  let failed = 0;
  const sink = async (_: Inbound): Promise<Heard> => {
    if (failed >= times) return heard;
    failed += 1;
    throw new Error("The store is away.");
  };
  return Object.assign(sink, { failures: () => failed });
}
