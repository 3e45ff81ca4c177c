import { expect, test } from "vitest";
import type { LiaisonReport } from "../../domain/liaison/calibration.ts";
import { radiusOf, reliabilitySentence, seriesOf } from "./reliability-model.ts";

const bin = (from: number, count: number) => ({
  from,
  to: from + 0.1,
  count,
  mean_score: count === 0 ? 0 : from + 0.05,
  accepted: count === 0 ? 0 : 0.5,
});
const report: LiaisonReport = {
  outcomes: 12,
  is_calibrated: false,
  brier: 0.1234,
  ece: 0.062,
  bins: [bin(0.7, 0), bin(0.8, 12)],
};

test("bins that nothing fell into are left out", () => {
  expect(seriesOf(report).map(({ bins }) => bins.map(({ from }) => from))).toEqual([[0.8]]);
});

test("the calibrated scores are a series of their own", () => {
  const calibrated = { brier: 0.1, ece: 0.02, bins: [bin(0.5, 12)] };
  expect(seriesOf({ ...report, calibrated }).map(({ kind, ece }) => [kind, ece])).toEqual([
    ["own", 0.062],
    ["calibrated", 0.02],
  ]);
});

test("what it shows is said in words", () => {
  expect(reliabilitySentence(report)).toBe(
    "By 12 specifications that people accepted or corrected, the engine's own score is off by 6\u00a0% on average (Brier 0.123). The engine's own score decides until there are 50 outcomes.",
  );
});

test("without outcomes nothing is claimed", () => {
  const none = { outcomes: 0, is_calibrated: false, bins: [] };
  expect(seriesOf(none)).toEqual([]);
  expect(reliabilitySentence(none)).toMatch(/nothing is known/);
});

test("the largest bin is the largest dot", () => {
  expect(radiusOf(40, 40)).toBe(10);
  expect(radiusOf(1, 40)).toBeLessThan(radiusOf(10, 40));
});
