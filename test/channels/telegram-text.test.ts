import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { renderContent } from "../../src/channels/telegram/render-content.ts";
import { telegramModule } from "../../src/channels/telegram/telegram-module.ts";
import type { Content, ContentBlock } from "../../src/ports/channels/channel.ts";
import { aPost, aStartedWorld, shownOf } from "../support/telegram/in-world.ts";
import { storedText } from "../support/telegram/stored-text.ts";
import { FAKE_TOKEN } from "../support/telegram/telegram-world.ts";

const LIVE = [
  "@everyone",
  "/approve",
  "/link@earshot_test_bot",
  "#tag",
  "$USD",
  "me@evil.example",
  "https://evil.example/x?y",
  "evil.example",
  "t.me/x",
  "tg://user?id=5",
  "(evil.example)",
  "4111 1111 1111 1111",
  "mailto:me@evil.example",
  "\u202e@ada",
  "a.b.co",
  "x@ada",
  "@ada:",
];

/** Text that Telegram would make clickable unless told otherwise. */
function alive(content: Content): string[] {
  const { text, entities } = renderContent(content);
  return storedText(text, entities)
    .entities.filter(({ type }) => !["bold", "italic", "pre", "code"].includes(type))
    .map(({ type, offset, length }) => `${type} ${text.slice(offset, offset + length)}`);
}

function everywhere(text: string): readonly ContentBlock[] {
  return [
    { kind: "title", text },
    { kind: "note", text },
    { kind: "said", by: text, text },
    { kind: "facts", facts: [{ label: text, value: text }] },
    { kind: "lines", label: text, lines: [text, text] },
  ];
}

test.each(LIVE)("%s is alive in a plain text, and nowhere in what is shown", (text) => {
  if (!text.startsWith("x@")) expect(storedText(text, []).entities).not.toEqual([]);
  const choice = { token: "nonce.0", label: text, description: text };
  const controls = [
    { kind: "button", ...choice },
    { kind: "select", token: "nonce.1", label: text, options: [choice], min: 1, max: 2 },
    { kind: "reply", hint: text },
  ] as const;
  expect(alive({ blocks: everywhere(text), controls })).toEqual([]);
});

test("no mixture of such words comes alive", () => {
  const words = fc.array(
    fc.oneof(fc.constantFrom(...LIVE), fc.constantFrom(" ", "\n", ",", "x", "1", "/", "@", ".")),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(words, (some) => {
      expect(alive({ blocks: everywhere(some.join("")), controls: [] })).toEqual([]);
    }),
    { numRuns: casesOf(300) },
  );
});

test("a link of ours is the only thing there that can be pressed", () => {
  const link: ContentBlock = { kind: "link", label: "Page", url: "https://earshot.example/r/1" };
  expect(alive({ blocks: [link, ...everywhere("evil.example")], controls: [] })).toEqual([
    "text_link https://earshot.example/r/1",
  ]);
});

const FAR_BEYOND = casesOf(200_000);
const SIZES = [1, 100, 3_000, 3_500, 4_070, 4_080, 4_090, 4_096, 4_097, 10_000, FAR_BEYOND];

test.each(SIZES)("a text of %d units is taken, whole where it is said to fit", async (size) => {
  const world = await aStartedWorld("polling");
  for (const unit of ["x", "@a ", "👍🏽", "\u{1f1e9}", "\u202e", "a\n", "e\u0301"]) {
    const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
    const content: Content = {
      blocks: [{ kind: "said", by: "scout", text: `${text}MARKER` }],
      controls: [{ kind: "button", token: "nonce.0", label: "Ship" }],
    };
    const shown = await shownOf(world, await world.channel.post(aPost(world, content)));
    expect(shown.text.length).toBeLessThanOrEqual(4_096);
    expect(shown.text.endsWith(world.channel.fits(content) ? "MARKER" : "…")).toBe(true);
  }
});

test("a text as long as the channel says fits beside a title, a note and a link", async () => {
  const settings = { token: FAKE_TOKEN };
  const channel = await telegramModule.open(settings, { now: Date.now, log: () => {} });
  const blocks: readonly ContentBlock[] = [
    { kind: "title", text: "Question of scout, part 3 of 17" },
    { kind: "said", by: "scout", text: "<".repeat(channel.maxText) },
    { kind: "note", text: "x".repeat(200) },
    { kind: "link", label: "Open the page", url: `https://earshot.example/r/${"1".repeat(60)}` },
  ];
  expect(channel.fits({ blocks, controls: [{ kind: "reply", hint: "" }] })).toBe(true);
});
