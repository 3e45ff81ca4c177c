import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { HOSTILE_MARKDOWN } from "../../../test/support/hostile-markdown.ts";
import type { Content, ContentBlock, Control } from "../../ports/channels/channel.ts";
import { agentSaid } from "../../render/contents/content-blocks.ts";
import type { Block } from "./block.ts";
import { messageOf } from "./message-blocks.ts";
import { unescapeText } from "./slack-text.ts";
import { at, listAt, textAt } from "./untrusted-json.ts";

/** What means something to Slack, among what means nothing. */
const NASTY = [
  "<!channel>",
  "<@U0123>",
  "<#C0123|general>",
  "<http://evil.example|good>",
  "&amp;",
  "&lt;",
  "*",
  "_",
  "~",
  "`",
  "```",
  ">",
  "<",
  "&",
  "|",
  ":tada:",
  "@here",
  "\n",
  "\n> ",
  "http://a.b",
  " ",
  "ä",
  "漢",
  "👍",
  "\u{1F468}\u{200D}\u{1F469}",
  "$&",
  "%s",
  "x",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: ANY_CHARACTER, maxLength: 5 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));
const long = fc
  .tuple(text, fc.integer({ min: 1, max: 1_500 }))
  .map(([part, times]) => part.repeat(times).slice(0, 60_000));

const contentBlock: fc.Arbitrary<ContentBlock> = fc.oneof(
  fc.record({ kind: fc.constantFrom("title", "note"), text }),
  fc.record({ kind: fc.constant("said"), by: text, text: fc.oneof(text, long) }),
  fc.tuple(text, HOSTILE_MARKDOWN).map(([by, words]) => agentSaid(by, words)),
  fc.record({
    kind: fc.constant("facts"),
    facts: fc.array(fc.record({ label: text, value: text }), { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant("lines"), label: text, lines: fc.array(text, { maxLength: 20 }) }),
  fc.record({ kind: fc.constant("link"), label: text, url: fc.webUrl() }),
);

let tokens = 0;
const token = fc.constant(undefined).map(() => {
  tokens += 1;
  return `nonce.${tokens}`;
});
const choice = fc.record({ token, label: text, description: text });
const control: fc.Arbitrary<Control> = fc.oneof(
  fc.record({ kind: fc.constant("button"), token, label: text, description: text }),
  fc.record({
    kind: fc.constant("select"),
    token,
    label: text,
    options: fc.array(choice, { maxLength: 120 }),
    min: fc.constant(1),
    max: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant("reply"), hint: text }),
);
const content: fc.Arbitrary<Content> = fc.record({
  blocks: fc.array(contentBlock, { maxLength: 60 }),
  controls: fc.array(control, { maxLength: 40 }),
});

interface Shown {
  readonly type: string;
  readonly text: string;
}

/** Every text within, with how Slack reads it. */
function textsOf(block: Block): Shown[] {
  const found: Shown[] = [];
  JSON.stringify(block, (key, value) => {
    const [type, inner] = [textAt(value, "type"), textAt(value, "text")];
    if (key !== "" && type !== undefined && inner !== undefined) found.push({ type, text: inner });
    return value;
  });
  return found;
}

const isEscaped = (shown: string) => !/[<>]|&(?!(?:amp|lt|gt);)/.test(shown);
const LINK = /^<https?:\/\/[^\s<>|]+\|[^<>|*_~`]*>$/;

test("no message goes beyond what Slack takes", () => {
  fc.assert(
    fc.property(content, (shown) => {
      const { blocks, text: fallback } = messageOf(shown);
      expect(blocks.length).toBeLessThanOrEqual(50);
      expect(fallback.length).toBeLessThanOrEqual(1_000);
      for (const block of blocks) {
        for (const { text: inner } of textsOf(block)) {
          expect(inner.length).toBeLessThanOrEqual(3_000);
          expect(inner).not.toBe("");
        }
        for (const element of listAt(block, "elements")) {
          if (textAt(element, "type") !== "button") continue;
          expect(textAt(element, "text", "text")?.length).toBeLessThanOrEqual(75);
          expect(textAt(element, "value")?.length).toBeLessThanOrEqual(2_000);
        }
      }
    }),
  );
});

test("whatever is said, nothing of it is a mention, a link or markup", () => {
  fc.assert(
    fc.property(content, (shown) => {
      const { blocks, text: fallback } = messageOf(shown);
      expect(isEscaped(fallback)).toBe(true);
      for (const { type, text: inner } of blocks.flatMap(textsOf)) {
        if (type === "mrkdwn") expect(inner).toMatch(LINK);
        else expect(isEscaped(inner)).toBe(true);
      }
    }),
  );
});

/** A text as it reads, pieces together. */
const read = (blocks: readonly Block[]) =>
  blocks.flatMap(textsOf).map((shown) => unescapeText(shown.text));

test("a text that fits is there to the letter, and one that does not ends in a sign that it goes on", () => {
  fc.assert(
    fc.property(fc.oneof(text, long), (said) => {
      const { blocks, isWhole } = messageOf({
        blocks: [{ kind: "said", by: "", text: `.${said}.` }],
        controls: [],
      });
      if (isWhole) expect(read(blocks).join("")).toBe(`.${said}.`);
      else expect(read(blocks).at(-1)).toBe("…");
    }),
  );
});

test.each([1, 3])("what is whole has every control, a choice of %i too", (max) => {
  const options = [{ token: "n.1", label: "One" }];
  const select: Control = { kind: "select", token: "n.s", label: "Which", options, min: 1, max };
  const button: Control = { kind: "button", token: "n.b", label: "Go" };
  const { blocks, isWhole } = messageOf({ blocks: [], controls: [select, button] });
  expect(isWhole).toBe(true);
  const json = JSON.stringify(blocks);
  for (const found of ["n.1", "n.s", "n.b"]) expect(json).toContain(found);
});

test("the longest text of one post is whole even where every character is escaped", () => {
  const said = { kind: "said", by: "b".repeat(80), text: "&".repeat(2_000) } as const;
  const title = { kind: "title", text: "t".repeat(150) } as const;
  const link = { kind: "link", label: "Open", url: "https://earshot.example/i/r_1" } as const;
  expect(messageOf({ blocks: [title, said, link], controls: [] }).isWhole).toBe(true);
});

test("a text with more blanks in it than Slack keeps is not whole", () => {
  const said = (text: string): Content => ({
    blocks: [{ kind: "said", by: "bot", text }],
    controls: [],
  });
  expect(messageOf(said(`a${" ".repeat(9_000)}b`)).isWhole).toBe(false);
  expect(messageOf(said(`a${" ".repeat(900)}b`)).isWhole).toBe(true);
});

test("a marker anywhere in a text of any size is visible wherever it is whole", () => {
  const sizes = fc.oneof(fc.nat(3_500), fc.nat(15_000), fc.nat(200_000));
  fc.assert(
    fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (size, where) => {
      const filler = "ab &c\n".repeat(Math.ceil(size / 6)).slice(0, size);
      const index = Math.floor(where * size);
      const text = `${filler.slice(0, index)}\u{2691}${filler.slice(index)}`;
      const { blocks, isWhole } = messageOf({
        blocks: [{ kind: "said", by: "bot", text }],
        controls: [],
      });
      if (isWhole) expect(JSON.stringify(blocks)).toContain("\u{2691}");
    }),
  );
});

test("what is cut keeps its link and its controls", () => {
  const { blocks, isWhole } = messageOf({
    blocks: [
      { kind: "said", by: "bot", text: "x".repeat(200_000) },
      { kind: "link", label: "Open", url: "https://earshot.example/i/r_1" },
    ],
    controls: [{ kind: "button", token: "n.1", label: "Hold" }],
  });
  expect(isWhole).toBe(false);
  const types = blocks.map(({ type }) => type);
  expect(types.slice(-3)).toEqual(["context", "section", "actions"]);
});

test.each(["javascript:alert(1)", "not an address", "slack://open"])(
  "%s becomes no link",
  (url) => {
    const { blocks, isWhole } = messageOf({
      blocks: [{ kind: "link", label: "Open", url }],
      controls: [],
    });
    expect({ blocks, isWhole }).toEqual({ blocks: [], isWhole: false });
  },
);

test("no value of an action looks like another label", () => {
  const facts = [{ label: "To", value: "staging\nLevel: LOW" }];
  const { blocks } = messageOf({ blocks: [{ kind: "facts", facts }], controls: [] });
  expect(at(blocks[0], "text", "text")).toBe("To: staging\n        Level: LOW");
});

/** The rich text of what an agent says. */
const richText = (text: string) =>
  messageOf({ blocks: [agentSaid("bot", text)], controls: [] }).blocks.flatMap((block) =>
    block.type === "rich_text" ? listAt(block, "elements") : [],
  );

test("what an agent says is rich text: styles, lists in lists, code, quotations and tables", () => {
  const plain = (shown: string) => ({ type: "text", text: shown });
  const section = (...elements: readonly object[]) => ({ type: "rich_text_section", elements });
  const list = (style: string, ...elements: readonly object[]) => ({
    type: "rich_text_list",
    style,
    indent: style === "bullet" ? 0 : 1,
    elements,
  });
  expect(
    richText("**Now** `x`\n- one\n  1. two\n\n> said\n\n```js\nrun()\n```\n|a|b|\n|-|-|\n|1|2|"),
  ).toEqual([
    section(
      { ...plain("Now"), style: { bold: true } },
      plain(" "),
      {
        ...plain("x"),
        style: { code: true },
      },
      plain("\n"),
    ),
    list("bullet", section(plain("one"))),
    list("ordered", section(plain("two"))),
    { type: "rich_text_quote", elements: [plain("said")] },
    { type: "rich_text_preformatted", elements: [plain("run()")] },
    { type: "rich_text_preformatted", elements: [plain("a | b\n--+--\n1 | 2")] },
  ]);
});

test("a list is numbered as its agent numbered it", () => {
  const [first, second] = richText("3. a\n4. b\n9. c");
  expect([at(first, "offset"), at(second, "offset")]).toEqual([2, 8]);
});

test("words whose formatting has no room are shown as they were written", () => {
  const rows = `|${"name".repeat(12)}|b|\n|-|-|\n${"|1|2|\n".repeat(300)}`;
  const { blocks, isWhole } = messageOf({ blocks: [agentSaid("bot", rows)], controls: [] });
  expect(isWhole && read(blocks).join("").includes("|1|2|")).toBe(true);
});

describe("a notification", () => {
  const title = { kind: "title", text: "Question from scout" } as const;
  const said = { kind: "said", by: "scout", text: "Ship 1.4?" } as const;
  const subject = "HIGH authorization wanted for deploy (scout)";

  test("begins with the question, and names the agent once", () => {
    const blocks = [title, { kind: "note", text: "Also asked by rival." }, said] as const;
    const { text } = messageOf({ opens: "said", blocks, controls: [] });
    expect(text).toBe("Ship 1.4?\nQuestion from scout");
  });

  test("of a message is its words, and who says them", () => {
    expect(messageOf({ opens: "said", blocks: [said], controls: [] }).text).toBe(
      "Ship 1.4?\nscout",
    );
  });

  test("of an action says what is wanted", () => {
    const content: Content = { subject, opens: "subject", blocks: [title, said], controls: [] };
    expect(messageOf(content).text).toBe(subject);
  });

  test("of what is closed says how it closed", () => {
    const closed = { kind: "title", text: "Answered by ana via slack" } as const;
    expect(messageOf({ subject, blocks: [closed, said], controls: [] }).text).toBe(
      "Answered by ana via slack\nscout: Ship 1.4?",
    );
  });
});
