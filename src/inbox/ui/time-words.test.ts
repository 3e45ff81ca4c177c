import { expect, test } from "vitest";
import { relative, short } from "./time-words.ts";

const NOW = Date.parse("2026-01-10T12:00:00.000Z");

test.each([
  ["2026-01-10T11:59:50.000Z", "just now"],
  ["2026-01-10T11:57:00.000Z", "3 min ago"],
  ["2026-01-10T14:00:00.000Z", "in 2 h"],
  ["2026-01-05T12:00:00.000Z", "5 d ago"],
  [
    "2025-06-01T12:00:00.000Z",
    new Date(2025, 5, 1).toLocaleDateString(undefined, { dateStyle: "medium" }),
  ],
])("%s is %s", (at, words) => {
  expect(relative(at, NOW)).toBe(words);
});

test("a span is said in its greatest unit", () => {
  expect([40_000, 90_000, 5_400_000, 172_800_000].map(short)).toEqual([
    "40 s",
    "2 min",
    "2 h",
    "2 d",
  ]);
});
