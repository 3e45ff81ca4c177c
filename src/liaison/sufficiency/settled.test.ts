import { expect, test } from "vitest";
import { settledScore } from "./settled.ts";

test.each([
  [0.9, 0.4, 0.8],
  [0.9, 0.95, 0.95],
  [0.5, 0.4, 0.4],
  [0.5, 0.95, 0.95],
  [0.1, 0.95, 0.78],
  [0.1, 0.4, 0.4],
])("a readiness of %d makes %d of a score to %d", (readiness, score, settled) => {
  expect(settledScore(readiness, score)).toBe(settled);
});
