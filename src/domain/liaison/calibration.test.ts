import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CALIBRATED_FROM } from "../limits.ts";
import {
  brier,
  calibrationOf,
  expectedCalibrationError,
  liaisonReportOf,
  type Outcome,
  reliabilityBins,
} from "./calibration.ts";

const outcome = fc.record({
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  accepted: fc.boolean(),
});
const few = fc.array(outcome, { maxLength: CALIBRATED_FROM - 1 });
const many = fc.array(outcome, { minLength: CALIBRATED_FROM, maxLength: 200 });
const SCORES = Array.from({ length: 101 }, (_, at) => at / 100);

/** Outcomes whose true probability is `truth(score)`, spread evenly, without chance. */
function madeBy(truth: (score: number) => number, count = 400): readonly Outcome[] {
  return Array.from({ length: count }, (_, at) => {
    const score = ((at * 37) % count) / count;
    const roll = (at * 0.618_033_988_749_895) % 1;
    return { score, accepted: roll < truth(score) };
  });
}

test("the score is the engine's own below fifty outcomes", () => {
  fc.assert(
    fc.property(few, (outcomes) => {
      expect(SCORES.map(calibrationOf(outcomes))).toEqual(SCORES);
    }),
  );
});

test("a calibrated score never falls where the engine's own rises, and stays within 0 and 1", () => {
  fc.assert(
    fc.property(many, (outcomes) => {
      const scores = SCORES.map(calibrationOf(outcomes));
      for (const [at, score] of scores.entries()) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(score).toBeGreaterThanOrEqual((scores[at - 1] ?? 0) - 1e-12);
      }
    }),
  );
});

test.for([true, false])("outcomes that are all %j give no certainty", (accepted) => {
  const outcomes = Array.from({ length: 60 }, (_, at) => ({ score: at / 60, accepted }));
  const calibrate = calibrationOf(outcomes);
  for (const score of SCORES) {
    expect(Math.abs(calibrate(score) - Number(accepted))).toBeGreaterThan(0.001);
    expect(Math.abs(calibrate(score) - Number(accepted))).toBeLessThan(0.35);
  }
});

test("a score that tells the opposite becomes one that tells nothing", () => {
  const calibrate = calibrationOf(madeBy((score) => 1 - score));
  expect(calibrate(1) - calibrate(0)).toBeLessThan(0.1);
});

describe("the error of calibration falls for an engine that is", () => {
  test.for([
    ["too sure", (score: number) => 0.5 + (score - 0.5) / 3],
    ["too modest", (score: number) => 1 / (1 + Math.exp(-12 * (score - 0.5)))],
    ["too hopeful", (score: number) => score ** 3],
    ["too gloomy", (score: number) => score ** 0.3],
    ["in steps", (score: number) => (score < 0.6 ? 0.2 : 0.8)],
  ] as const)("%s", ([, truth]) => {
    const outcomes = madeBy(truth);
    const { ece = 0, brier: before = 0, calibrated } = liaisonReportOf(outcomes);
    expect(calibrated?.ece).toBeLessThan(ece * 0.6);
    expect(calibrated?.brier).toBeLessThan(before);
  });

  test("calibrated already: it stays small", () => {
    expect(liaisonReportOf(madeBy((score) => score)).calibrated?.ece).toBeLessThan(0.06);
  });
});

test("the Brier score and the error of calibration are as by hand", () => {
  const outcomes: readonly Outcome[] = [
    { score: 0.9, accepted: true },
    { score: 0.9, accepted: false },
    { score: 0.2, accepted: false },
    { score: 1, accepted: true },
  ];
  expect(brier(outcomes)).toBeCloseTo((0.01 + 0.81 + 0.04 + 0) / 4);
  // Of three in the last bin the mean score is 0.933 and two were accepted; the other is 0.2 off.
  expect(expectedCalibrationError(outcomes)).toBeCloseTo((3 * (2.8 / 3 - 2 / 3) + 0.2) / 4);
});

test("each outcome is in one of ten bins", () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 60 }), (outcomes) => {
      const bins = reliabilityBins(outcomes);
      expect(bins).toHaveLength(10);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(outcomes.length);
    }),
  );
});

describe("a report", () => {
  test("of nothing has no figures", () => {
    const report = liaisonReportOf([]);
    expect(report).toMatchObject({ outcomes: 0, is_calibrated: false });
    expect(report).not.toHaveProperty("brier");
    expect(report.bins.map(({ count }) => count)).toEqual(Array(10).fill(0));
  });

  test("is of the engine's own score alone below fifty outcomes", () => {
    const report = liaisonReportOf(madeBy((score) => score, 49));
    expect(report).toMatchObject({ outcomes: 49, is_calibrated: false });
    expect(report).not.toHaveProperty("calibrated");
  });

  test("does not let an outcome speak for itself", () => {
    const outcomes = madeBy((score) => score ** 3, 100);
    const calibrate = calibrationOf(outcomes);
    const inFold = outcomes.map(({ score, accepted }) => ({ score: calibrate(score), accepted }));
    expect(liaisonReportOf(outcomes).calibrated?.brier).toBeGreaterThan(brier(inFold));
  });
});
