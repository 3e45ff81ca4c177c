import { expect, test } from "vitest";
import { processorMs } from "../../test/support/processor-ms.ts";
import { headline } from "./headline.ts";

test.each([
  ["Which\ndatabase?", "Which database?"],
  ["Ship it? It is green.", "Ship it? It is green."],
  ["## Which **database**? The old one is full.\n- a\n- b", "Which database?"],
  ["Here is what I intend to change:\n```diff\n- a\n```", "Here is what I intend to change:"],
  ["```js\nrun()\n```", "run()"],
  [
    "> - 1. Said `x` in [the docs](https://a.b/c), e.g. twice",
    "Said x in the docs (https://a.b/c), e.g. twice",
  ],
  ["Set 2*3*4 and **kwargs**. Then go.", "Set 2*3*4 and kwargs."],
  [`Delete it? ${"Because of this. ".repeat(20)}`, "Delete it?"],
  ["これは**重要**です。次へ", "これは**重要**です。"],
  ["**", "**"],
  ["See https://a.b/c.", "See https://a.b/c."],
])("the heading of %j is %j", (text, heading) => {
  expect(headline(text, 100)).toBe(heading);
});

test("what hides in a heading is made visible after its markup is gone", () => {
  expect(headline("Log in to p`а`y, *now*", 100)).toBe("Log in to pаy⟨mixed scripts⟩, now");
  expect(headline("**a\u202eb**", 100)).toBe("a\\u{202e}b");
});

test("a heading of a hostile line is made in time in proportion to it", () => {
  for (const sign of ["*", "`", "[", "](", "# ", "> ", "*a ", "1. ", ". ", "[a]("]) {
    const took = processorMs(() => headline(sign.repeat(30_000), 200));
    expect(took).toBeLessThan(2_000);
  }
});
