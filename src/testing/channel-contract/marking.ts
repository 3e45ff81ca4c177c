import { expect, test } from "vitest";
import { aPost, type ChannelUnderTest, QUESTION, recorder } from "./channel-under-test.ts";

export function markingFacts(under: ChannelUnderTest): void {
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
