import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { HOSTILE_MARKDOWN } from "../../test/support/hostile-markdown.ts";
import { processorMs } from "../../test/support/processor-ms.ts";
import type { Run, WordBlock } from "../ports/channels/word-blocks.ts";
import { readWords } from "./read-words.ts";
import { visibleText } from "./visible-text.ts";
import { plainLines } from "./word-lines.ts";

/** The only paragraph of a text. */
function runsIn(text: string): readonly Run[] {
  const [block] = readWords(text) ?? [];
  if (block?.kind !== "paragraph") throw new Error("This is no paragraph.");
  return block.runs;
}

describe("a text without markup", () => {
  test.each([
    "Which database?",
    "Two lines\n  with an indent\n\n    and four blanks",
    "2*3*4 is 24, and 2**10 is 1,024",
    "rm *.log and *.tmp, then __init__.py and snake_case",
    "C:\\temp\\*.log",
    "<b>bold</b> &amp; <!-- hidden -->",
    "a | b",
    "Use #3 or #general",
    "+ 1 line\n+ 2 lines",
    "Title\n=====",
    "[a][b] and [c]: https",
    "`",
    "**",
  ])("stays as it is: %j", (text) => {
    expect(readWords(text)).toBeUndefined();
  });

  test("of more blocks than anybody reads stays as it is", () => {
    expect(readWords("- a\n".repeat(900))).toHaveLength(1);
    expect(readWords("- a\n".repeat(3_000))).toBeUndefined();
  });
});

describe("what is read", () => {
  test("is strong, emphasis and code within a line", () => {
    expect(runsIn("Set **all** of *it* to `x * 2`.")).toEqual([
      { text: "Set " },
      { text: "all", isStrong: true },
      { text: " of " },
      { text: "it", isEmphasis: true },
      { text: " to " },
      { text: "x * 2", isCode: true },
      { text: "." },
    ]);
  });

  test("is strong within words of scripts without blanks", () => {
    expect(runsIn("これは**重要**です")[1]).toEqual({ text: "重要", isStrong: true });
  });

  test("are headings, lists in lists, quotations and rules", () => {
    const blocks = readWords("## Plan\n- one\n  1. two\n  5) five\n> said\n> more\n\n---");
    const paragraph = (text: string): WordBlock => ({ kind: "paragraph", runs: [{ text }] });
    expect(blocks).toEqual([
      { kind: "heading", runs: [{ text: "Plan" }] },
      {
        kind: "list",
        items: [
          {
            sign: "•",
            blocks: [
              paragraph("one"),
              { kind: "list", items: [{ sign: "1.", blocks: [paragraph("two")] }] },
              { kind: "list", items: [{ sign: "5)", blocks: [paragraph("five")] }] },
            ],
          },
        ],
      },
      { kind: "quote", blocks: [paragraph("said\nmore")] },
      { kind: "rule" },
    ]);
  });

  test("is code with its language, to the letter, and open to the end where nothing ends it", () => {
    expect(readWords("```diff\n- a\n+ b")).toEqual([
      { kind: "code", language: "diff", text: "- a\n+ b" },
    ]);
  });

  test("are words in the place of a language, as a part of the code", () => {
    const [block] = readWords("```approve this now\nx\n```") ?? [];
    expect(block).toEqual({ kind: "code", text: "```approve this now\nx\n```" });
  });

  test("is a table with empty cells in their places", () => {
    const [table] = readWords("|a|b|\n|-|-|\n||2|\n|1|`x`|3|") ?? [];
    expect(table).toEqual({
      kind: "table",
      rows: [
        [[{ text: "a" }], [{ text: "b" }]],
        [[], [{ text: "2" }]],
        [[{ text: "1" }], [{ text: "x", isCode: true }], [{ text: "3" }]],
      ],
    });
  });

  test("keeps the number of each item as it was written", () => {
    const [list] = readWords("3. a\n7. b") ?? [];
    expect(list?.kind === "list" && list.items.map(({ sign }) => sign)).toEqual(["3.", "7."]);
  });

  test("never takes an added line for a removed one", () => {
    expect(plainLines(readWords("- old\n\n+ new\n") ?? [])).toEqual(["• old", "", "+ new"]);
  });
});

describe("a link", () => {
  const address = { text: "https://good.example/a?b=(c)", isAddress: true };

  test("shows its whole address, which alone can be opened", () => {
    expect(runsIn("[Docs](https://good.example/a?b=(c)).")).toEqual([
      { text: "Docs (" },
      address,
      { text: ")." },
    ]);
  });

  test.each(["See https://good.example/a?b=(c).", "(https://good.example/a?b=(c))"])(
    "is found in %j, without what ends the sentence",
    (text) => {
      expect(runsIn(text)).toContainEqual(address);
    },
  );

  test("is what an image becomes", () => {
    expect(runsIn("![A cat](https://good.example/a?b=(c))")).toEqual([
      { text: "image: A cat (" },
      address,
      { text: ")" },
    ]);
  });

  test.each([
    "[x](javascript:alert(1)) **b**",
    "[x](data:text/html,x) **b**",
    "[x](file:///etc/passwd) **b**",
    "[x](/settings) **b**",
    "[x](https://a@evil.example) **b**",
    "[x](https://good.example\\@evil.example) **b**",
    "[x](https://good.example 'a title') **b**",
    "[x](<https://good.example/a b>) **b**",
    "https://аpple.example **b**",
    "https://xn--pple-43d.example **b**",
    "https://x.example/\u202egpj **b**",
  ])("is none in %j", (text) => {
    expect(JSON.stringify(readWords(text) ?? [])).not.toContain("isAddress");
  });
});

describe("what hides or deceives", () => {
  test("is made visible on the text of the block, whatever markup stands between its letters", () => {
    const [odd, usual] = readWords("Log in to p`а`y, **a**\n\n**b**") ?? [];
    expect(odd).toEqual({
      kind: "paragraph",
      runs: [{ text: visibleText("Log in to pаy, a") }],
    });
    expect(usual).toEqual({ kind: "paragraph", runs: [{ text: "b", isStrong: true }] });
  });

  test("takes the formatting from the whole text where there is no other", () => {
    expect(readWords("Pay **a\u202eb** `c`")).toBeUndefined();
  });

  test("leaves letters alone that the rest of the text tells", () => {
    const [, list] = readWords("Что делать?\n\n- с\n- а\n") ?? [];
    expect(JSON.stringify(list)).not.toContain("⟨");
    expect(JSON.stringify(readWords("- с\n- а\n"))).toContain("⟨");
  });

  test("is written out in code, cells and items", () => {
    const text = "- a\u200bb\n\n| \u202ea | b |\n|-|-|\n| c | d |\n\n```\n\u2066x\n```";
    const shown = JSON.stringify(readWords(text));
    for (const sign of ["{200b}", "{202e}", "{2066}"]) expect(shown).toContain(sign);
  });
});

/** Letters and digits, without what Earshot writes itself. */
const lettersOf = (text: string) =>
  text.replace(/\\u\{[0-9a-f]+\}|⟨[^⟩]*⟩|image: /g, "").replace(/[^\p{L}\p{N}]/gu, "");

/** Each 64 KiB of what takes a careless parser time by the square or more. */
const PATHOLOGICAL: Readonly<Record<string, string>> = {
  quotations: "> ",
  stars: "*a ",
  closers: "a* ",
  "both stars": "*a**b ",
  brackets: "[",
  links: "[a](<",
  backticks: "`a ``b ",
  comments: "<!--",
  addresses: "http://a.b ",
  items: "- a\n",
  numbers: "1. a\n",
  rows: "|x|y|\n|-|-|\n",
  fences: "```\n~~~a\n",
  headings: "# a #\n",
  twins: "- р**а**с\n",
  override: "**\u202e** ",
};
const BYTES = 65_536;

describe("hostile text", () => {
  test.each(Object.entries(PATHOLOGICAL))(
    "of %s is read in time in proportion to it",
    (_, sign) => {
      const text = sign.repeat(Math.ceil(BYTES / sign.length)).slice(0, BYTES);
      const took = processorMs(() => plainLines(readWords(text) ?? [], { columns: 80 }));
      expect(took).toBeLessThan(5_000);
    },
  );

  test("nests twelve deep at most, and what is deeper is text", () => {
    const deepest = (blocks: readonly WordBlock[]): number =>
      Math.max(0, ...blocks.map((one) => (one.kind === "quote" ? 1 + deepest(one.blocks) : 0)));
    const blocks = readWords(`${"> ".repeat(5_000)}end`) ?? [];
    expect(deepest(blocks)).toBe(12);
    expect(plainLines(blocks).join("")).toMatch(/> end$/);
  });

  test("has no styles in a paragraph with hundreds of signs", () => {
    expect(readWords(`${"*a* ".repeat(150)}`)?.[0]).toMatchObject({ kind: "paragraph" });
    expect(readWords(`${"*a* ".repeat(500)}`)).toBeUndefined();
  });

  test("with a table of thousands of cells is shown as it was written", () => {
    const [block] = readWords(`|a|b|\n|-|-|\n${"|1|2|\n".repeat(2_000)}`) ?? [];
    expect(block).toMatchObject({ kind: "code", text: expect.stringContaining("|1|2|\n|1|2|") });
  });
});

describe("any text", () => {
  test("loses no letter, in any width", () => {
    fc.assert(
      fc.property(HOSTILE_MARKDOWN, fc.integer({ min: 10, max: 90 }), (text, columns) => {
        const blocks = readWords(text);
        if (blocks === undefined) return;
        const shown = lettersOf(plainLines(blocks).join("\n"));
        expect(shown).toBe(lettersOf(visibleText(text)));
        expect(lettersOf(plainLines(blocks, { columns }).join(""))).toContain(shown.slice(0, 5));
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  test("becomes texts in which nothing hides", () => {
    fc.assert(
      fc.property(HOSTILE_MARKDOWN, (text) => {
        const shown = plainLines(readWords(text) ?? []).join("\n");
        expect(shown).not.toMatch(/[\u202e\u200b\ud800]|\r/);
      }),
      { numRuns: casesOf(500) },
    );
  });
});
