import { expect, test } from "vitest";
import {
  type AnswerTimes,
  answered,
  answerTimesSentence,
  ecdf,
  quantile,
  reach,
} from "./answer-times-model.ts";

const even = (level: AnswerTimes["level"], step: number, count = 100): AnswerTimes => ({
  level,
  count,
  ms: Array.from({ length: 101 }, (_, index) => index * step),
});

test("levels stand in order of what is at stake, and those without answers are left out", () => {
  const times = [even("HIGH", 10), even("QUESTION", 10), even("LOW", 10, 0)];
  expect(answered(times).map(({ level }) => level)).toEqual(["QUESTION", "HIGH"]);
});

test("quantiles are read from their place", () => {
  expect([0, 0.5, 0.9, 1].map((share) => quantile(even("LOW", 10), share))).toEqual([
    0, 500, 900, 1_000,
  ]);
});

test("the curve rises from nobody to everybody", () => {
  const points = ecdf(even("LOW", 10));
  expect(points[0]).toEqual({ ms: 0, share: 0 });
  expect(points.at(-1)).toEqual({ ms: 1_000, share: 1 });
});

test("equal times make one step", () => {
  expect(ecdf({ level: "LOW", count: 1, ms: [70, 70, 70, 70] })).toEqual([
    { ms: 70, share: 0 },
    { ms: 70, share: 1 },
  ]);
});

test("the axis reaches from the fastest to the slowest of all levels", () => {
  expect(reach([even("LOW", 10), even("HIGH", 100)])).toEqual({ least: 0, most: 10_000 });
});

test("the sentence names the medians and the slowest level", () => {
  expect(answerTimesSentence([even("LOW", 100, 4), even("HIGH", 1_000, 2)])).toBe(
    "Half of the answers came within 5\u00a0s for LOW and 50\u00a0s for HIGH. The slowest were HIGH: nine of ten within 1\u00a0min 30\u00a0s. 6 answers in all.",
  );
  expect(answerTimesSentence([])).toMatch(/Nothing was answered/);
});
