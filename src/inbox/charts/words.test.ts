import { expect, test } from "vitest";
import { grouped, listed, percent, plainNumber, timeText } from "./words.ts";

test("a time is told in the unit that people would use", () => {
  expect([340, 2_400, 9_960, 250_000, 90_000_000].map(timeText)).toEqual([
    "340\u00a0ms",
    "2.4\u00a0s",
    "10\u00a0s",
    "4\u00a0min 10\u00a0s",
    "1\u00a0d 1\u00a0h",
  ]);
});

test("a share that is there is never said to be nothing, and one that lacks something never all", () => {
  expect([percent(1, 1_000), percent(999, 1_000), percent(0, 5), percent(5, 5)]).toEqual([
    "1\u00a0%",
    "99\u00a0%",
    "0\u00a0%",
    "100\u00a0%",
  ]);
});

test("of nothing there is no share", () => {
  expect(percent(0, 0)).toBe("0\u00a0%");
});

test("a number is written as the reader writes it", () => {
  expect([0, 1, 12_345].map(grouped)).toEqual(["0", "1", "12,345"]);
});

test("small numbers keep one decimal", () => {
  expect([0.44, 3, 9.96, 12.4].map(plainNumber)).toEqual(["0.4", "3", "10", "12"]);
});

test("a list ends in and", () => {
  expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
});
