import { expect, test } from "vitest";
import { caseTerms } from "./case-terms.ts";

test("the terms of a task are its telling words, sorted, each once", () => {
  expect(caseTerms("I need a sales dashboard for the sales teams")).toEqual([
    "dashboard",
    "sale",
    "team",
  ]);
});

test("a long text has no more terms than a task is told by", () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(" ");
  expect(caseTerms(words)).toHaveLength(40);
});
