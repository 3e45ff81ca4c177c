import { expect, test } from "vitest";
import { aPost, type ChannelUnderTest, errorOf, recorder, said } from "./channel-under-test.ts";
import type { Harm } from "./channel-world.ts";

const EACH: readonly Harm[] = [
  "rate_limited",
  "server_error",
  "refused",
  "lost_before",
  "lost_after",
];

export function harmingFacts(under: ChannelUnderTest): void {
  async function kindAfter(harm: Harm): Promise<string> {
    const { world } = under;
    await world.start(recorder().sink);
    world.harm(harm);
    return (await errorOf(world.channel.post(aPost(world, said("Sesame."))))).kind;
  }

  test("a platform that limits the rate says how long to wait", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    world.harm("rate_limited");
    const error = await errorOf(world.channel.post(aPost(world, said("One."))));
    expect(error.kind).toBe("rate");
    expect(error.retryAfterMs).toBeGreaterThan(0);
    expect(await world.shown()).toEqual([]);
  });

  test("what failed within the platform may go next time", async () => {
    expect(["transient", "ambiguous"]).toContain(await kindAfter("server_error"));
  });

  test("what the platform refuses is refused for good", async () => {
    expect(await kindAfter("refused")).toBe("permanent");
    expect(await under.world.shown()).toEqual([]);
  });

  test("what was lost before the platform took it is not said to be there", async () => {
    expect(["transient", "ambiguous"]).toContain(await kindAfter("lost_before"));
    expect(await under.world.shown()).toEqual([]);
  });

  test("what was lost behind the platform stands there once, and nobody says that it does not", async () => {
    const kind = await kindAfter("lost_after");
    // A repeat that the receiver knows as one may be sent without a look.
    expect(["transient", "ambiguous"]).toContain(kind);
    expect(await under.world.shown()).toHaveLength(1);
  });

  if (under.capabilities.find) {
    test("where a lost post can be looked for, it is said that it may be there", async () => {
      expect(await kindAfter("lost_after")).toBe("ambiguous");
    });
  }

  test.each(EACH)("after a call that ended with %s the next one goes through", async (harm) => {
    const { world } = under;
    await world.start(recorder().sink);
    world.harm(harm);
    await errorOf(world.channel.post(aPost(world, said("One."))));
    await world.channel.post(aPost(world, said("Two.")));
    const text = (await world.shown()).map((post) => post.text).join("\n");
    expect(text).toContain("Two.");
  });

  test.each(EACH)("the error of %s holds nothing of what was said", async (harm) => {
    const { world } = under;
    await world.start(recorder().sink);
    world.harm(harm);
    const error = await errorOf(world.channel.post(aPost(world, said("Sesame."))));
    expect(`${error.message} ${error.stack}`).not.toContain("Sesame");
  });

  test("no call is made twice by the channel itself", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    world.harm("server_error", "server_error");
    await errorOf(world.channel.post(aPost(world, said("One."))));
    await errorOf(world.channel.post(aPost(world, said("Two."))));
  });
}
