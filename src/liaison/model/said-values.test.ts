import { expect, test } from "vitest";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { readSaidValues } from "./said-values.ts";

const NOW = "2026-11-24T10:00:00.000Z";

function saying(content: string): Exchange {
  const id = "msg_00000000000000000000000000";
  return { id, role: "human", content, timestamp: NOW, phase: "problem_definition", round: 1 };
}

test.each([
  ["12 people", "a dozen, I mean twelve"],
  ["10000 rows", "10k rows"],
  ["10,000 rows", "10000 rows"],
  ["1.5 hours", "1,5 hours"],
  ["two charts", "bar and line charts"],
  ["ready on 2026-11-27", "by Friday"],
  ["ready tomorrow", "by tomorrow"],
  ["within 5 seconds", "5 seconds at most"],
  ["it may be blue", "blue"],
  ["no number at all", "nothing"],
])("%j agrees with %j", (claim, said) => {
  expect(readSaidValues([saying(said)], NOW).agrees(claim)).toBe(true);
});

test.each([
  ["13 people", "twelve people"],
  ["100 rows", "10k rows"],
  ["ready on 2026-11-28", "by Friday"],
  ["ready tomorrow", "soon"],
  ["within 6 seconds", "5 seconds at most"],
  ["40 %", "14 %"],
])("%j does not agree with %j", (claim, said) => {
  expect(readSaidValues([saying(said)], NOW).agrees(claim)).toBe(false);
});

test("a date is shared in whatever form", () => {
  const { shareDate } = readSaidValues([], NOW);
  expect(shareDate("on 27 November 2026", "by Friday")).toBe(true);
  expect(shareDate("on 28 November 2026", "by Friday")).toBe(false);
});
