import { expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

const TOOLS = ["write", "read", "list", "delete", "pattern_search", "send_message_to_operator"];

test.each([
  ["wirte", ["write"]],
  ["Write", ["write"]],
  ["search", ["pattern_search"]],
  ["patternSearch", ["pattern_search"]],
  ["send-message", ["send_message_to_operator"]],
  ["remove_everything", []],
  ["", []],
  ["__proto__", []],
])("%j is taken for %j", (word, meant) => {
  expect(nearest(word, TOOLS)).toEqual(meant);
});

test("the likeliest comes first and at most three are offered", () => {
  const names = ["plane", "plan", "plans", "planet", "clan"];
  expect(nearest("plan", names)).toHaveLength(3);
  expect(nearest("clam", ["plan", "clan"])[0]).toBe("clan");
  expect(nearest("Day_1", ["day1a", "day2", "day-1"])[0]).toBe("day-1");
});

test("what may have been meant is said in a sentence, or not at all", () => {
  expect(didYouMean("a1", ["a2", "a3"])).toBe(' Did you mean "a2" or "a3"?');
  expect(didYouMean("wirte", TOOLS)).toBe(' Did you mean "write"?');
  expect(didYouMean("???", TOOLS)).toBe("");
});

test("of a megabyte only the beginning is compared", () => {
  const names = ["x".repeat(64), "x".repeat(63), "y".repeat(64)];
  const word = "x".repeat(1_000_000);
  expect(nearest(word, names)).toEqual(nearest(word.slice(0, 64), names));
});
