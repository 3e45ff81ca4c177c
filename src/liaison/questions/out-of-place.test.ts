import { expect, test } from "vitest";
import { isOutOfPlace } from "./out-of-place.ts";

test.each([
  ["Dietary restrictions or preferences", "Suggest colours for my living room"],
  ["Programming language preference", "Write a newsletter for our club"],
  ["Fitness level", "Compare two phones"],
  ["login bug preferences", "Fix the login bug"],
])("“%s” is not asked of: %s", (topic, task) => {
  expect(isOutOfPlace(topic, task)).toBe(true);
});

test.each([
  ["Dietary restrictions or preferences", "Plan the meals of next week"],
  ["Programming language preference", "Write a script that sorts files"],
  ["Budget", "Suggest colours for my living room"],
  ["Type of error", "Fix the error at the login"],
])("“%s” may be asked of: %s", (topic, task) => {
  expect(isOutOfPlace(topic, task)).toBe(false);
});
