import { expect, test } from "vitest";
import { createHistogram } from "./histogram.ts";

test("a value counts in the bucket whose bound it does not pass, or in the last", () => {
  const histogram = createHistogram([1, 10]);
  for (const value of [0.5, 1, 1.5, 10, 11]) histogram.observe(value);
  expect(histogram.read()).toEqual({ bounds: [1, 10], counts: [2, 2, 1], sum: 24 });
});
