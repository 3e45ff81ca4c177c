import { afterEach, beforeEach, describe } from "vitest";
import type { ChannelTraits, ChannelUnderTest } from "./channel-under-test.ts";
import type { ChannelWorld } from "./channel-world.ts";
import { editingFacts } from "./editing.ts";
import { findingFacts } from "./finding.ts";
import { harmingFacts } from "./harming.ts";
import { hearingFacts } from "./hearing.ts";
import { markingFacts } from "./marking.ts";
import { postingFacts } from "./posting.ts";
import { pressingFacts } from "./pressing.ts";
import { restartingFacts } from "./restarting.ts";
import { showingFacts } from "./showing.ts";

/**
 * What every channel must do, whatever platform is behind it; each fact has a world of its own. Of
 * what a channel's capabilities exclude there is no fact.
 */
export function describeChannel(
  name: string,
  createWorld: () => Promise<ChannelWorld>,
  traits: ChannelTraits = {},
): void {
  describe(`the channel over ${name}`, async () => {
    const { capabilities, canForge } = await lookedAt(createWorld);
    let world: ChannelWorld;

    beforeEach(async () => {
      world = await createWorld();
    });
    afterEach(() => world.close());

    const under: ChannelUnderTest = {
      get world() {
        return world;
      },
      capabilities,
      canForge,
      traits: {
        foreigners: ["guest", "outsider"],
        redelivers: true,
        knowsGone: true,
        hearsPlainText: true,
        ...traits,
      },
    };
    postingFacts(under);
    showingFacts(under);
    findingFacts(under);
    harmingFacts(under);
    hearingFacts(under);
    restartingFacts(under);
    if (capabilities.buttons) pressingFacts(under);
    if (capabilities.edit) editingFacts(under);
    if (capabilities.marks) markingFacts(under);
  });
}

async function lookedAt(
  createWorld: () => Promise<ChannelWorld>,
): Promise<Pick<ChannelUnderTest, "capabilities" | "canForge">> {
  const world = await createWorld();
  const { capabilities } = world.channel;
  const canForge = world.forge !== undefined;
  await world.close();
  return { capabilities, canForge };
}
