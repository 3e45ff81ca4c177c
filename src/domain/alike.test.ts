import { expect, test } from "vitest";
import { isAlike, isMisspelt } from "./alike.ts";

test.each([
  ["slack", "slakc"],
  ["slack", "slck"],
  ["slack", "slacks"],
  ["slack", "slick"],
])("%s may have been meant where %s is written", (one, other) => {
  expect([isMisspelt(one, other), isMisspelt(other, one)]).toEqual([true, true]);
});

test.each([
  ["slack", "slack"],
  ["slack", "slack-team"],
  ["slack", "matrix"],
  ["ab", "ac"],
])("%s and %s are not taken for a slip", (one, other) => {
  expect([isMisspelt(one, other), isMisspelt(other, one)]).toEqual([false, false]);
});

test("one that ends otherwise is alike", () => {
  expect([isAlike("rule", "rules"), isAlike("rules", "rule")]).toEqual([true, true]);
  expect([isAlike("rule", "quorum"), isAlike("to", "top")]).toEqual([false, false]);
});
