import { expect, test } from "vitest";
import { PHASES } from "../../domain/liaison/liaison.ts";
import { phaseNumber, phaseWords, plainWords, shareText } from "./words.ts";

test("every phase has words and a number of its own", () => {
  expect(new Set(PHASES.map(phaseWords)).size).toBe(PHASES.length);
  expect(PHASES.map(phaseNumber)).toEqual([1, 2, 3, 4]);
});

test("a name of a field is read as words", () => {
  expect(plainWords("success_criteria")).toBe("success criteria");
  expect(plainWords("imageFormat")).toBe("image format");
});

test("what is almost sure is not said to be sure", () => {
  expect([0, 0.004, 0.5, 0.999, 1].map(shareText)).toEqual([
    "0\u00a0%",
    "1\u00a0%",
    "50\u00a0%",
    "99\u00a0%",
    "100\u00a0%",
  ]);
});
