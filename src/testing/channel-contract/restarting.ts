import { expect, test } from "vitest";
import {
  aPost,
  type ChannelUnderTest,
  eventOf,
  QUESTION,
  recorder,
  shownPost,
  until,
} from "./channel-under-test.ts";

export function restartingFacts(under: ChannelUnderTest): void {
  test("who has stopped hears nothing more, and hears again after the next start", async () => {
    const { world } = under;
    const before = recorder();
    await world.start(before.sink);
    const shown = await shownPost(world, await world.channel.post(aPost(world, QUESTION)));
    await world.channel.stop();
    const meanwhile = world.say("Is anybody there?", "member", shown).catch(() => {});
    const after = recorder();
    await world.start(after.sink);
    await meanwhile;
    await world.say("Ship it.", "member", shown);
    await eventOf(after, "text", ({ text }) => text.includes("Ship it."));
    expect(before.events).toEqual([]);
  });

  test("one that has started says that it hears, where it says anything of that", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    expect(world.channel.hearing?.() ?? { state: "running" }).toEqual({ state: "running" });
  });

  test("to stop twice is no error", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    await world.channel.stop();
    await world.channel.stop();
  });

  if (!under.traits.redelivers) return;

  test("what could not be stored is delivered again, with the same key", async () => {
    const { world } = under;
    let isBroken = true;
    const heard = recorder(async () => {
      if (!isBroken) return {};
      isBroken = false;
      throw new Error("The store is away.");
    });
    await world.start(heard.sink);
    const shown = await shownPost(world, await world.channel.post(aPost(world, QUESTION)));
    const told = world.say("Ship it.", "member", shown).catch(() => {});
    await until(() => heard.events.length >= 2, "it is delivered again");
    await told;
    expect(new Set(heard.events.map(({ key }) => key)).size).toBe(1);
  });

  test("what could not be stored before a stop is heard after the next start", async () => {
    const { world } = under;
    const before = recorder(async () => {
      throw new Error("The store is away.");
    });
    await world.start(before.sink);
    const shown = await shownPost(world, await world.channel.post(aPost(world, QUESTION)));
    const told = world.say("Ship it.", "member", shown).catch(() => {});
    const lost = await eventOf(before, "text");
    await world.channel.stop();
    const after = recorder();
    await world.start(after.sink);
    const event = await eventOf(after, "text");
    await told;
    expect(event.key).toBe(lost.key);
  });
}
