import { expect, test } from "vitest";
import type { DimensionFeedback } from "../../src/domain/liaison/feedback.ts";
import { readFeedback } from "./feedback-reading.ts";
import { SAID, type Said } from "./feedback-table.ts";

/* What a person reads in feedback and what the engine does; the bounds are below what is measured. */

const READ = await Promise.all(
  SAID.map(async (said) => ({ said, read: await readFeedback(said.text) })),
);

function share(holds: (said: Said, read: (typeof READ)[number]["read"]) => boolean): number {
  return READ.filter(({ said, read }) => holds(said, read)).length / READ.length;
}

function isHeard(side: string, feedback: readonly DimensionFeedback[]): boolean {
  const found = feedback.find(({ dimension }) => dimension === side.slice(1));
  if (found === undefined) return false;
  return side.startsWith("+") ? found.score > 0.5 : found.score < 0.5;
}

test("of what people say, acceptance is read as a person does in nine cases of ten", () => {
  expect(SAID.length).toBeGreaterThan(150);
  expect(share((said, { verdict }) => verdict === said.acceptance)).toBeGreaterThan(0.9);
});

test("the sides that are spoken of are heard with the right sign", () => {
  const sides = READ.flatMap(({ said, read }) =>
    said.sides.map((side) => isHeard(side, read.metrics.dimension_feedback)),
  );
  expect(sides.length).toBeGreaterThan(80);
  expect(sides.filter((is) => is).length / sides.length).toBeGreaterThan(0.9);
});

test("as many suggestions are found as were made", () => {
  const isSame = share(
    (said, { metrics }) => metrics.improvement_suggestions.length === said.suggestions,
  );
  expect(isSame).toBeGreaterThan(0.9);
});

test("acceptance that is not read as a person does is mostly asked about", () => {
  const wrong = READ.filter(({ said, read }) => read.verdict !== said.acceptance);
  const asked = wrong.filter(({ read }) => read.follow_up.length > 0);
  expect(asked.length).toBeGreaterThanOrEqual(wrong.length / 2);
});

test("nothing is read as accepted that a person would not", () => {
  const wrong = READ.filter(
    ({ said, read }) => read.verdict === "accepted" && said.acceptance !== "accepted",
  );
  expect(wrong.map(({ said }) => said.text)).toEqual([]);
});
