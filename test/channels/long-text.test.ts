import { afterEach, expect, test } from "vitest";
import { contents } from "../../src/render/contents/contents.ts";
import { visibleText } from "../../src/render/visible-text.ts";
import type { ChannelWorld } from "../../src/testing/channel-contract/channel-world.ts";
import { createSlackWorld } from "../support/slack/slack-world.ts";
import { createTelegramWorld } from "../support/telegram/telegram-world.ts";

const WORLDS = {
  slack: () => createSlackWorld({ mode: "http" }),
  telegram: () => createTelegramWorld({ mode: "polling" }),
} as const;

/** Each has hidden parts, which are written out where it is shown. */
const TEXTS = ["👨‍👩‍👧‍👦", "می‌خواهم ", "a\u200b", `e${"\u0301".repeat(10)}`];

let world: ChannelWorld;
afterEach(() => world.close());

const platforms = Object.keys(WORLDS) as (keyof typeof WORLDS)[];
const CASES = platforms.flatMap((platform) => TEXTS.map((text) => [platform, text] as const));

test.each(CASES)("%s shows a long text of %j whole, in parts", async (platform, unit) => {
  world = await WORLDS[platform]();
  const { channel, address } = world;
  const text = unit.repeat(Math.ceil(3_600 / unit.length));
  const parts = contents.split(text, channel.maxText);
  expect(parts.join("")).toBe(text);
  for (const [index, part] of parts.entries()) {
    const place = { index: index + 1, of: parts.length };
    const content = contents.message({
      language: "en",
      by: "scout",
      text: part,
      part: place,
      isResent: true,
    });
    expect(channel.fits(content)).toBe(true);
    await channel.post({ key: `dlv_${index}`, address, content });
  }
  const shown = (await world.shown()).map((post) => post.text.replace(/\s/g, "")).join("");
  for (const part of parts) expect(shown).toContain(visibleText(part).replace(/\s/g, ""));
});
