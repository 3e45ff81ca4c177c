import { expect, test } from "vitest";
import { processorMs } from "../../test/support/processor-ms.ts";
import { plainLine, plainText, plainWords } from "./plain-words.ts";

test.each([
  ["**Deploy**", "Deploy"],
  ["*Wait* for `npm ci`", "Wait for npm ci"],
  ["**all *but* one**", "all but one"],
  ["***now***", "now"],
  ["run `a*b*c` **`x`**", "run a*b*c x"],
  ["[the docs](https://a.b/c)", "the docs (https://a.b/c)"],
  ["[**PR** 4](https://a.b/c) first", "PR 4 (https://a.b/c) first"],
  ["![a plan](https://a.b/p.png)", "a plan (https://a.b/p.png)"],
  ["[https://a.b/c](https://a.b/c)", "https://a.b/c"],
  ["[](https://a.b/c)", "https://a.b/c"],
  ["``a`b``", "``a`b``"],
])("%j says %j where there is no formatting", (text, words) => {
  expect(plainWords(text)).toBe(words);
});

test.each([
  "2 * 3 * 4",
  "2*3*4",
  "__init__",
  "a[0](b c)",
  "**",
  "# 1",
  "- 1",
  "1. May",
  "> 5 GB",
  "the `end",
  "x".repeat(5_000),
])("%j stays, since it only looks like Markdown", (text) => {
  expect(plainWords(text)).toBe(text);
});

test.each([
  ["## Which **database**? ##", "Which database?"],
  ["> - 1. Said `x`", "Said x"],
  ["| **Name** | Size |", "Name | Size"],
  ["issue #", "issue #"],
])("the line %j says %j", (line, words) => {
  expect(plainLine(line)).toBe(words);
});

test("a whole text has no signs but those in its code", () => {
  expect(plainText("# Plan\n\n- **a**\n```sh\n# b **c**\n```\nend")).toBe(
    "Plan\n\na\n# b **c**\nend",
  );
});

test("a hostile text is read in time in proportion to it", () => {
  for (const sign of ["*", "`", "[", "](", "*a ", "[a](", "`a", "**a* ", "![a]("]) {
    const text = sign.repeat(4_000 / sign.length);
    expect(processorMs(() => plainWords(text))).toBeLessThan(500);
  }
});
