import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  aPost,
  type ChannelTraits,
  type ChannelUnderTest,
  QUESTION,
  recorder,
} from "./channel-under-test.ts";
import type { ChannelWorld } from "./channel-world.ts";
import { editingFacts } from "./editing.ts";
import { findingFacts } from "./finding.ts";
import { harmingFacts } from "./harming.ts";
import { hearingFacts } from "./hearing.ts";
import { postingFacts } from "./posting.ts";
import { pressingFacts } from "./pressing.ts";
import { restartingFacts } from "./restarting.ts";
import { showingFacts } from "./showing.ts";

/**
 * What every channel must do, whatever platform is behind it; each fact has a world of its own. Of
 * what a channel's capabilities exclude there is no fact.
 * @example
 * ```ts
 * import { createFakeWorld } from "earshot/testing";
 * import { describeChannel } from "earshot/testing/channel";
 *
 * describeChannel("memory", async () => createFakeWorld());
 * ```
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

function markingFacts(under: ChannelUnderTest): void {
  async function posted() {
    const { world } = under;
    await world.start(recorder().sink);
    const { chatId, ids } = await world.channel.post(aPost(world, QUESTION));
    const { channel } = world;
    const at = { chatId, messageId: ids[0] ?? "" };
    return {
      mark: async (isOn: boolean) => await channel.mark?.(at, "eyes", isOn),
      ours: async () => ((await channel.marks?.(at)) ?? []).filter(({ isOurs }) => isOurs),
    };
  }

  test("a mark of ours stands there until it is taken away", async () => {
    const { mark, ours } = await posted();
    await mark(true);
    expect(await ours()).toMatchObject([{ name: "eyes" }]);
    await mark(false);
    expect(await ours()).toEqual([]);
  });

  test("to add a mark that is there, or to take away one that is not, is no error", async () => {
    const { mark, ours } = await posted();
    await mark(false);
    await mark(true);
    await mark(true);
    expect(await ours()).toHaveLength(1);
  });
}
