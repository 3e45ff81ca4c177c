import { expect, test } from "vitest";
import { emphasised, importanceOf } from "./modality.ts";

test.each([
  ["It must be fast", 1],
  ["I need a report", 1],
  ["It should be fast", 0.8],
  ["I want a map", 0.75],
  ["I would like a map", 0.6],
  ["It could have a map", 0.5],
  ["Maybe add a map", 0.3],
  ["A map would be nice to have", 0.2],
  ["Add a map if possible", 0.2],
  ["Filterable by region", 0.9],
  ["Show revenue and units", 0.9],
])("“%s” weighs %d", (clause, weight) => {
  expect(importanceOf(clause)).toBe(weight);
});

test("emphasis raises a weight, and never above 1", () => {
  expect(importanceOf("I want a map, this is really important!!")).toBeGreaterThan(0.75);
  expect(emphasised(1, true)).toBe(1);
});
