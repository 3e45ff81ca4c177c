import { expect, test } from "vitest";
import { textWidth, wrapText } from "./fit.ts";

test.each([
  ["plain", 5],
  ["e\u0301", 1],
  ["漢字", 4],
  ["한글", 4],
  ["ツール", 6],
  ["👍", 2],
  ["👍🏽", 2],
  ["👨‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["❤\ufe0f", 2],
  ["a\u200db", 2],
])("%j takes %d columns", (text, columns) => {
  expect(textWidth(text)).toBe(columns);
});

test("no character of several parts is broken", () => {
  expect(wrapText("👨‍👩‍👧👍🏽🇩🇪", 4)).toEqual(["👨‍👩‍👧👍🏽", "🇩🇪"]);
});
