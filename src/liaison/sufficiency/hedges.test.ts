import { expect, test } from "vitest";
import { hedgeRate } from "./hedges.ts";

test("words without doubt have none, words full of it have much", () => {
  expect(hedgeRate("I need a sales dashboard for the executives")).toBe(0);
  expect(hedgeRate("maybe some kind of report, I guess, or something")).toBeGreaterThan(0.8);
  expect(hedgeRate("")).toBe(0);
});
