import { expect, test } from "vitest";
import {
  aPost,
  type ChannelUnderTest,
  eventOf,
  QUESTION,
  recorder,
  said,
  shownPost,
  until,
} from "./channel-under-test.ts";
import type { Someone } from "./channel-world.ts";

const PEOPLE: readonly Someone[] = ["member", "guest", "outsider"];

export function hearingFacts(under: ChannelUnderTest): void {
  wordFacts(under);
  accountFacts(under);
  sourceFacts(under);
}

/** A question that is shown, and what is heard from then on. */
async function asked({ world }: ChannelUnderTest) {
  const heard = recorder();
  await world.start(heard.sink);
  const post = aPost(world, QUESTION);
  const ref = await world.channel.post(post);
  return { world, heard, post, ref, shown: await shownPost(world, ref) };
}

/** What was said. */
function wordFacts(under: ChannelUnderTest): void {
  test("a reply arrives in the replier's words, with what it replies to", async () => {
    const { world, heard, post, ref, shown } = await asked(under);
    await world.say("Ship it.", "member", shown);
    const event = await eventOf(heard, "text");
    expect(event.text.trim()).toBe("Ship it.");
    const isTold = ref.ids.includes(event.replyTo ?? "") || event.replyToKey === post.key;
    expect(isTold).toBe(true);
    expect(event.address.channel).toBe(world.channel.kind);
  });

  test("words arrive as they were typed, whatever the platform escapes", async () => {
    const { world, heard, shown } = await asked(under);
    const text = "a < b && c > d, *x* _y_ `z` &amp; Grüße 👍🏽";
    await world.say(text, "member", shown);
    expect((await eventOf(heard, "text")).text.trim()).toBe(text);
  });

  test("an event has a key of printable characters, a time and who did it", async () => {
    const { world, heard, shown } = await asked(under);
    await world.say("Ship it.", "member", shown);
    const { key, atMs, from } = await eventOf(heard, "text");
    expect(key).toMatch(/^[\x21-\x7e]{1,100}$/);
    expect(atMs).toBeGreaterThan(0);
    expect(from.id).not.toBe("");
    expect(from.isBot).toBeUndefined();
  });

  test("an event that the platform delivers twice has the same key twice", async () => {
    const { world, heard, shown } = await asked(under);
    await world.say("Ship it.", "member", shown);
    await eventOf(heard, "text");
    await world.again();
    await until(() => heard.events.length >= 2, "it is heard again");
    expect(new Set(heard.events.map(({ key }) => key)).size).toBe(1);
  });
}

/** Who said it. */
function accountFacts(under: ChannelUnderTest): void {
  test("different events have different keys", async () => {
    const { world, heard, shown } = await asked(under);
    await world.say("One.", "member", shown);
    await world.say("Two.", "member", shown);
    const one = await eventOf(heard, "text", ({ text }) => text.includes("One."));
    const two = await eventOf(heard, "text", ({ text }) => text.includes("Two."));
    expect(one.key).not.toBe(two.key);
    expect(one.from.id).toBe(two.from.id);
  });

  test("different people have different accounts", async () => {
    const { world, heard, shown } = await asked(under);
    for (const by of PEOPLE) await world.say(`I am the ${by}.`, by, shown);
    const ids = new Set<string>();
    for (const by of PEOPLE) {
      ids.add((await eventOf(heard, "text", ({ text }) => text.includes(by))).from.id);
    }
    expect(ids.size).toBe(PEOPLE.length);
  });

  test("who belongs there is not said to be foreign", async () => {
    const { world, heard, shown } = await asked(under);
    await world.say("Ship it.", "member", shown);
    expect((await eventOf(heard, "text")).from.isForeign).toBeUndefined();
  });

  for (const by of under.traits.foreigners) {
    test(`words of a person who is there as a ${by} are said to be foreign`, async () => {
      const { world, heard, shown } = await asked(under);
      await world.say("Ship it.", by, shown);
      expect((await eventOf(heard, "text")).from.isForeign).toBe(true);
    });
  }
}

/** What is heard at all, and as what. */
function sourceFacts(under: ChannelUnderTest): void {
  test("what the channel itself posts is not heard as somebody's words", async () => {
    const { world, heard, shown } = await asked(under);
    await world.channel.post(aPost(world, said("Our own words.")));
    await world.say("Ship it.", "member", shown);
    await eventOf(heard, "text", ({ text }) => text.includes("Ship it."));
    const ours = heard.events.filter(
      (event) => event.kind === "text" && event.text.includes("Our own") && !event.from.isBot,
    );
    expect(ours).toEqual([]);
  });

  if (under.traits.hearsPlainText) {
    test("a plain message replies to nothing", async () => {
      const { world, heard } = await asked(under);
      await world.say("Good morning.", "member");
      const event = await eventOf(heard, "text");
      expect(event.text).toContain("Good morning.");
      expect(event.replyTo ?? event.replyToKey).toBeUndefined();
    });
  }

  if (under.canForge) {
    test("what did not come from the platform is taken by nobody", async () => {
      const { world, heard, shown } = await asked(under);
      expect(await world.forge?.()).toBe(0);
      await world.say("Ship it.", "member", shown);
      const real = await eventOf(heard, "text");
      expect(heard.events.filter(({ key }) => key !== real.key)).toEqual([]);
    });
  }
}
