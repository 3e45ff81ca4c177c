import { expect, test } from "vitest";
import { reportLines } from "./report-lines.ts";

const BIN = { from: 0.8, to: 0.9, count: 4, mean_score: 0.86, accepted: 0.75 };
const EMPTY = { from: 0.9, to: 1, count: 0, mean_score: 0, accepted: 0 };

test("without outcomes there are no figures, and how many are missing is said", () => {
  expect(reportLines({ outcomes: 0, is_calibrated: false, bins: [EMPTY] })).toEqual([
    "outcomes    0",
    "",
    "Not calibrated yet: the engine's own score decides until 50 outcomes are known, 50 more.",
  ]);
});

test("the table shows the bins that hold anything, and both scores once there are two", () => {
  const figures = { brier: 0.1234, ece: 0.05, bins: [BIN, EMPTY] };
  const report = { outcomes: 54, is_calibrated: true, ...figures, calibrated: figures };
  expect(reportLines(report)).toEqual([
    "outcomes    54",
    "",
    "the engine's own score: Brier 0.123, ECE 0.050",
    "  score        outcomes  mean score  accepted as it was",
    "  0.80–0.90           4        0.86                0.75",
    "",
    "the calibrated score: Brier 0.123, ECE 0.050",
    "  score        outcomes  mean score  accepted as it was",
    "  0.80–0.90           4        0.86                0.75",
    "",
    "The score that decides whether a task begins is calibrated.",
  ]);
});
