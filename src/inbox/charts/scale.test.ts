import { expect, test } from "vitest";
import { countTicks, linearScale, logScale, timeTicks } from "./scale.ts";

test("a linear scale keeps distances", () => {
  const x = linearScale({ from: 0, to: 10 }, { from: 100, to: 200 });
  expect([x(0), x(5), x(10)]).toEqual([100, 150, 200]);
});

test("a linear scale of one value does not divide by nothing", () => {
  expect(linearScale({ from: 3, to: 3 }, { from: 0, to: 10 })(3)).toBe(0);
});

test("a logarithmic scale gives each power of ten the same room", () => {
  const x = logScale({ from: 1, to: 100 }, { from: 0, to: 10 });
  expect(x(10)).toBeCloseTo(5);
  expect(x(0)).toBe(0);
});

test("ticks are round and reach the largest value", () => {
  expect(countTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(countTicks(0)).toEqual([0, 0.5, 1]);
  expect(countTicks(100)).toEqual([0, 50, 100]);
  expect(countTicks(1_000).at(-1)).toBe(1_000);
});

test("ticks of time enclose what is shown", () => {
  expect(timeTicks(2_000, 50_000).map(({ text }) => text)).toEqual(["1 s", "10 s", "1 min"]);
  expect(timeTicks(0, 0).map(({ text }) => text)).toEqual(["0.1 s", "1 s"]);
});

test("times beyond the longest tick still have an axis", () => {
  expect(timeTicks(1e12, 1e13).length).toBe(2);
});
