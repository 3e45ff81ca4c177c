import { expect, test } from "vitest";
import type { PostRef } from "../../domain/hub/delivery.ts";
import type { Post } from "../../ports/channels/channel.ts";
import {
  aPost,
  type ChannelUnderTest,
  errorOf,
  QUESTION,
  recorder,
  said,
  shownAt,
} from "./channel-under-test.ts";

export function findingFacts(under: ChannelUnderTest): void {
  if (!under.capabilities.find) {
    test("a channel that cannot look for a post does not offer to", () => {
      expect(under.world.channel.find).toBeUndefined();
    });
    return;
  }

  async function found(post: Post): Promise<PostRef | undefined> {
    const { channel } = under.world;
    if (channel.find === undefined) throw new Error("It says that it can find, and cannot.");
    return await channel.find(post);
  }

  test("what was taken before the connection broke is found by its key", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const post = aPost(world, QUESTION);
    world.harm("lost_after");
    await errorOf(world.channel.post(post));
    const ref = await found(post);
    expect(ref?.ids).toEqual((await world.shown()).map(({ id }) => id));
    expect(ref?.chatId).toBe(world.address.chatId);
  });

  test("what was lost before it was taken is not found", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const post = aPost(world, said("Same words."));
    world.harm("lost_before");
    await errorOf(world.channel.post(post));
    expect(await found(post)).toBeUndefined();
  });

  test("of posts with the same words each is found as itself", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const posts = [1, 2, 3].map(() => aPost(world, said("Same words.")));
    const refs: PostRef[] = [];
    for (const post of posts) refs.push(await world.channel.post(post));
    for (const [index, post] of posts.entries()) {
      expect((await found(post))?.ids).toEqual(refs[index]?.ids);
    }
    expect(await found(aPost(world, said("Same words.")))).toBeUndefined();
  });

  if (under.capabilities.edit) {
    test("what was found can be edited", async () => {
      const { world } = under;
      await world.start(recorder().sink);
      const post = aPost(world, QUESTION);
      world.harm("lost_after");
      await errorOf(world.channel.post(post));
      const ref = await found(post);
      if (ref === undefined) throw new Error("It is not found.");
      await world.channel.edit(ref, said("Answered."));
      expect(await shownAt(world, ref)).toContain("Answered.");
    });
  }
}
