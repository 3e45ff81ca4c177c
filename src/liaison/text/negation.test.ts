import { expect, test } from "vitest";
import { isNegatedAt } from "./negation.ts";

const isNegated = (text: string, word: string) => isNegatedAt(text, text.indexOf(word));

test("what a denial reaches is denied", () => {
  expect(isNegated("no pie charts", "pie")).toBe(true);
  expect(isNegated("please don't use any pie charts", "pie")).toBe(true);
  expect(isNegated("bar charts instead of pie charts", "pie")).toBe(true);
});

test("a denial ends with its clause", () => {
  expect(isNegated("no rush, use pie charts", "pie")).toBe(false);
  expect(isNegated("not red but blue", "blue")).toBe(false);
  expect(isNegated("use pie charts", "pie")).toBe(false);
});
