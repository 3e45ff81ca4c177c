import { expect, test } from "vitest";
import { isIdle } from "./idle.ts";

test.for([
  "bah, toujours la même galère",
  "oh man, so ein Mist wieder",
  "was meinst du damit genau?",
])("%j tells nothing of the task", (said) => {
  expect(isIdle(said)).toBe(true);
});

test.for([
  "England",
  "it is for twelve people",
  "nicht später als Freitag",
  "sin frutos secos",
  "x".repeat(400),
])("%j is no idle talk", (said) => {
  expect(isIdle(said)).toBe(false);
});
