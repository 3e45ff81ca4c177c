import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { HOSTILE_MARKDOWN } from "../../../test/support/hostile-markdown.ts";
import type { Content, ContentBlock, Control } from "../../ports/channels/channel.ts";
import { agentSaid } from "../../render/contents/content-blocks.ts";
import { aliveRanges } from "./inert-words.ts";
import { renderContent } from "./render-content.ts";

const SHIP: Control = { kind: "button", token: "nonce.0", label: "Ship", style: "primary" };
const HOLD: Control = { kind: "button", token: "nonce.1", label: "Hold" };
const PICK: Omit<Extract<Control, { kind: "select" }>, "max"> = {
  kind: "select",
  token: "nonce.9",
  label: "Which",
  min: 1,
  options: [
    { token: "nonce.0", label: "One" },
    { token: "nonce.1", label: "Two", description: "the second" },
  ],
};

function rendered(blocks: readonly ContentBlock[], controls: readonly Control[] = []) {
  return renderContent({ blocks, controls });
}

function saying(text: string, controls: readonly Control[] = []): Content {
  return { blocks: [{ kind: "said", by: "scout", text }], controls };
}

test("what is said is of fixed width, and the title bold", () => {
  const { text, entities } = rendered([
    { kind: "title", text: "Question" },
    { kind: "said", by: "scout", text: "Ship it?" },
  ]);
  expect(text).toBe("Question\nscout:\nShip it?");
  expect(entities).toEqual([
    { type: "bold", offset: 0, length: 8 },
    { type: "bold", offset: 9, length: 6 },
    { type: "pre", offset: 16, length: 8 },
  ]);
});

test("a word in a title that Telegram would bring to life is of fixed width", () => {
  const { text, entities } = rendered([{ kind: "title", text: "Ask @ada of evil.example now" }]);
  const fixed = entities.filter(({ type }) => type === "code");
  expect(fixed.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    "@ada",
    "evil.example",
  ]);
});

test("a value cannot pass for another fact", () => {
  const facts = [{ label: "Tool", value: "x\nLevel: LOW" }];
  expect(rendered([{ kind: "facts", facts }]).text).toBe("Tool: x\n  Level: LOW");
});

test("short buttons share a row, and a long one has its own", () => {
  const long: Control = { kind: "button", token: "nonce.2", label: "x".repeat(29) };
  const { keyboard } = rendered([], [SHIP, HOLD, long]);
  expect(keyboard.map((row) => row.map(({ text }) => text))).toEqual([
    ["Ship", "Hold"],
    ["x".repeat(29)],
  ]);
});

test("a label that a button cuts stands whole in the text", () => {
  const label = "a very long label ".repeat(6).trim();
  const { text, keyboard, isWhole } = rendered([], [{ kind: "button", token: "nonce.0", label }]);
  expect(text).toContain(label);
  expect(keyboard[0]?.[0]?.text.endsWith("…")).toBe(true);
  expect(isWhole).toBe(true);
});

test("a token of more than 64 bytes makes no button, and is not said to be shown", () => {
  const { keyboard, isWhole } = rendered([], [{ ...SHIP, token: "x".repeat(65) }]);
  expect(keyboard).toEqual([]);
  expect(isWhole).toBe(false);
});

test("more buttons than Telegram takes are not said to be shown", () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ ...SHIP, token: `nonce.${index}` }));
  expect(rendered([], many).keyboard.flat()).toHaveLength(100);
  expect(rendered([], many).isWhole).toBe(false);
});

test("one of several is chosen by a button, with what describes it in the text", () => {
  const { text, keyboard } = rendered([], [{ ...PICK, max: 1 }]);
  expect(keyboard.flat()).toEqual([
    { text: "One", callback_data: "nonce.0" },
    { text: "Two", callback_data: "nonce.1" },
  ]);
  expect(text).toBe("Which:\nTwo – the second");
});

test("several of several are chosen by their numbers in a reply", () => {
  const { text, keyboard } = rendered([], [{ ...PICK, max: 2 }]);
  expect(keyboard).toEqual([]);
  expect(text).toContain("1. One\n2. Two – the second");
  expect(text).toContain("Reply to this message with the numbers");
});

test("how to answer in words is said once", () => {
  const form = { title: "Edit", fields: [] };
  const controls: readonly Control[] = [
    { kind: "form", token: "nonce.2", label: "Edit", form },
    { kind: "reply", hint: "" },
  ];
  const { text } = rendered([], controls);
  expect(text).toBe("Reply to this message to answer in words.");
  expect(rendered([], [{ kind: "reply", hint: "Reply to answer." }]).text).toBe("Reply to answer.");
});

test("a text that is too long ends in a visible sign, and its link stays", () => {
  const { text, isWhole } = rendered([
    { kind: "said", by: "scout", text: "x".repeat(9_000) },
    { kind: "link", label: "Page", url: "https://earshot.example/r/1" },
  ]);
  expect(isWhole).toBe(false);
  expect(text).toMatch(/x…\nPage: https:\/\/earshot\.example\/r\/1$/);
});

test("a link of ours can be pressed, and another scheme cannot", () => {
  const of = (url: string) => rendered([{ kind: "link", label: "Page", url }]).entities.at(-1);
  expect(of("https://earshot.example/r/1")).toMatchObject({ type: "text_link" });
  expect(of("javascript:alert(1)")).toMatchObject({ type: "code" });
});

test("an empty content is no empty message", () => {
  expect(rendered([]).text).not.toBe("");
  expect(rendered([{ kind: "title", text: " \n " }]).text).not.toBe("");
});

const MARKER = "MARKERmarkerMARKER";
const character = fc.oneof(
  fc.constantFrom("a", " ", "\n", "👍🏽", "<", "@", "\u{202e}", "\ud800", "\u{200b}", "é"),
  fc.string({ unit: ANY_CHARACTER, maxLength: 2 }),
);

test("of texts of every size no part of a character, no entity outside, and no silent cut", () => {
  const size = fc.oneof(fc.nat(50), fc.integer({ min: 3_000, max: 5_000 }), fc.nat(20_000));
  fc.assert(
    fc.property(size, fc.array(character, { minLength: 1 }), fc.nat(100), (length, some, place) => {
      const filler = some.join("") || "x";
      const long = filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
      const at = Math.floor((long.length * place) / 100);
      const said = `${long.slice(0, at)}${MARKER}${long.slice(at)}`;
      const { text, entities, keyboard, isWhole } = renderContent(saying(said, [SHIP, HOLD]));
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(text.isWellFormed()).toBe(true);
      expect(keyboard.flat()).toHaveLength(2);
      for (const { offset, length: units } of entities) {
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(units).toBeGreaterThan(0);
        expect(text.slice(offset, offset + units)).toHaveLength(units);
      }
      expect(isWhole ? text.includes(MARKER) : text.endsWith("…")).toBe(true);
    }),
    { numRuns: casesOf(100) },
  );
}, 60_000);

test("a text of 200 kB is cut with a sign", () => {
  const { text, isWhole } = renderContent(saying("\u{202e}@a ".repeat(50_000)));
  expect(isWhole).toBe(false);
  expect(text).toMatch(/…$/);
});

test("a content of any number of blocks keeps to the limits", () => {
  const block = fc.oneof(
    fc.record({ kind: fc.constant("title" as const), text: fc.string({ maxLength: 80 }) }),
    fc.record({ kind: fc.constant("note" as const), text: fc.string({ maxLength: 80 }) }),
    fc.record({
      kind: fc.constant("said" as const),
      by: fc.string({ maxLength: 9 }),
      text: fc.string({ maxLength: 900 }),
    }),
    fc.record({
      kind: fc.constant("link" as const),
      label: fc.string({ maxLength: 9 }),
      url: fc.webUrl(),
    }),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 150 }), (blocks) => {
      const { text, entities, isWhole } = rendered(blocks);
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(entities.length).toBeLessThanOrEqual(100);
      if (!isWhole) expect(text).toContain("…");
    }),
    { numRuns: casesOf(100) },
  );
}, 60_000);

test("what an agent says has Telegram's entities, and a table the width of a phone", () => {
  const said = agentSaid(
    "bot",
    "**Now** *or* `x` never\n\n```js\nrun()\n```\n\n|file|risk|\n|-|-|\n|a|low|",
  );
  const { text, entities } = rendered([said]);
  expect(text).toBe("bot:\nNow or x never\n\nrun()\n\nfile | risk\n-----+-----\na    | low");
  expect(
    entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)]),
  ).toEqual([
    ["bold", "bot:"],
    ["bold", "Now"],
    ["italic", "or"],
    ["code", "x"],
    ["pre", "run()"],
    ["pre", "file | risk\n-----+-----\na    | low"],
  ]);
  expect(entities[4]).toMatchObject({ language: "js" });
});

test("markup within a mention does not bring it to life", () => {
  const { text, entities } = rendered([agentSaid("bot", "Tell (@*ada*) and **evil**.example *x*")]);
  const code = entities.filter(({ type }) => type === "code");
  expect(code.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    "(@ada)",
    "evil.example",
  ]);
});

test("whatever an agent says, all that Telegram could bring to life has a fixed width", () => {
  fc.assert(
    fc.property(HOSTILE_MARKDOWN, (words) => {
      const { text, entities } = rendered([agentSaid("", words)]);
      const isFixed = (at: number) =>
        entities.some(
          ({ type, offset, length }) =>
            (type === "code" || type === "pre") && offset <= at && at < offset + length,
        );
      for (const { from, to } of aliveRanges(text.replace(/^:\n/, "  "))) {
        for (let place = from; place < to; place += 1) {
          expect(/\s/.test(text[place] ?? "") || isFixed(place)).toBe(true);
        }
      }
      for (const { offset, length } of entities) {
        expect(text.slice(offset, offset + length)).toHaveLength(length);
      }
    }),
    { numRuns: casesOf(500) },
  );
}, 60_000);

test("a message begins with the question, and names the agent once behind it", () => {
  const { text, entities } = renderContent({
    opens: "said",
    blocks: [
      { kind: "title", text: "Question from scout" },
      { kind: "note", text: "Sent again." },
      { kind: "said", by: "scout", text: "Ship it?" },
    ],
    controls: [],
  });
  expect(text).toBe("Ship it?\nQuestion from scout\nSent again.");
  expect(entities[0]).toEqual({ type: "pre", offset: 0, length: 8 });
});

test("a question under a title that does not name its agent keeps the name", () => {
  const { text } = renderContent({
    opens: "said",
    blocks: [
      { kind: "title", text: "Question from 4 agents" },
      { kind: "said", by: "scout", text: "Ship it?" },
    ],
    controls: [],
  });
  expect(text).toBe("scout:\nShip it?\nQuestion from 4 agents");
});

test("a message about an action begins with what is wanted", () => {
  const { text } = renderContent({
    opens: "subject",
    subject: "HIGH authorization wanted for deploy (scout)",
    blocks: [{ kind: "title", text: "HIGH authorization wanted by scout" }],
    controls: [],
  });
  expect(text).toBe("HIGH authorization wanted for deploy (scout)");
});
