import { present } from "../present.ts";
import { isotonicOf } from "./isotonic.ts";
import { plattOf } from "./platt.ts";

/*
 * From an engine's own score of a specification to the probability that people accept it without
 * correction, learned from what became of earlier ones.
 */

/** What became of something that had a score from 0 to 1. */
export interface Outcome {
  readonly score: number;
  readonly accepted: boolean;
}

export type Calibrate = (score: number) => number;

/** Of fewer outcomes nothing is learned: chance would speak. */
export const CALIBRATED_FROM = 50;
const FOLDS = 10;
const BINS = 10;
/** What the step curve may have of the whole. */
const SHARES = [0, 0.25, 0.5, 0.75];

/**
 * Identity below `CALIBRATED_FROM` outcomes; then a curve that never falls and stays within 0 and 1.
 * Platt's curve has two parameters and behaves with few outcomes, but has one shape; a step curve
 * takes any rising shape and needs many. So a mean of both is taken, and the share of the step curve
 * is the one whose Brier score is least out of fold, by tenths; where they are alike it has none.
 */
export function calibrationOf(outcomes: readonly Outcome[]): Calibrate {
  return outcomes.length < CALIBRATED_FROM ? (score) => score : curveOf(outcomes);
}

function curveOf(outcomes: readonly Outcome[]): Calibrate {
  const platt = outOfFold(outcomes, plattOf);
  const steps = outOfFold(outcomes, isotonicOf);
  const losses = SHARES.map((share) =>
    brier(
      outcomes.map(({ accepted }, at) => ({ accepted, score: mixed(platt[at], steps[at], share) })),
    ),
  );
  const share = SHARES[losses.indexOf(Math.min(...losses))] ?? 0;
  const [curve, stepped] = [plattOf(outcomes), isotonicOf(outcomes)];
  return (score) => mixed(curve(score), stepped(score), share);
}

function mixed(curve = 0, stepped = 0, share = 0): number {
  return (1 - share) * curve + share * stepped;
}

/** Of each outcome, what is made of its score by all but its own tenth. */
function outOfFold(
  outcomes: readonly Outcome[],
  learn: (some: readonly Outcome[]) => Calibrate,
): readonly number[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    learn(outcomes.filter((_, at) => at % FOLDS !== fold)),
  );
  return outcomes.map(({ score }, at) => folds[at % FOLDS]?.(score) ?? score);
}

/** Mean squared distance between score and outcome: 0 is perfect, 0.25 is a coin; NaN of none. */
export function brier(outcomes: readonly Outcome[]): number {
  const total = outcomes.reduce(
    (sum, { score, accepted }) => sum + (score - Number(accepted)) ** 2,
    0,
  );
  return total / outcomes.length;
}

export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Mean score in it; 0 where it is empty. */
  readonly mean_score: number;
  /** Part of them that was accepted. */
  readonly accepted: number;
}

/** Ten bins of equal width; a score of 1 is in the last. */
export function reliabilityBins(outcomes: readonly Outcome[]): readonly ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const inside = outcomes.filter(
      ({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin,
    );
    const mean = (values: readonly number[]) =>
      values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: inside.length,
      mean_score: mean(inside.map(({ score }) => score)),
      accepted: mean(inside.map(({ accepted }) => Number(accepted))),
    };
  });
}

/** Mean distance between score and acceptance over the bins, each by its count; NaN of none. */
export function expectedCalibrationError(outcomes: readonly Outcome[]): number {
  const total = reliabilityBins(outcomes).reduce(
    (sum, { count, mean_score, accepted }) => sum + count * Math.abs(mean_score - accepted),
    0,
  );
  return total / outcomes.length;
}

interface Reliability {
  readonly brier: number;
  readonly ece: number;
  readonly bins: readonly ReliabilityBin[];
}

/** How far a score can be relied on, as `LiaisonReport` has it. */
export interface LiaisonReport extends Partial<Reliability> {
  readonly outcomes: number;
  readonly is_calibrated: boolean;
  readonly bins: readonly ReliabilityBin[];
  /** Out of fold, by tenths: no outcome speaks for itself. */
  readonly calibrated?: Reliability;
}

export function liaisonReportOf(outcomes: readonly Outcome[]): LiaisonReport {
  const isCalibrated = outcomes.length >= CALIBRATED_FROM;
  if (outcomes.length === 0) {
    return { outcomes: 0, is_calibrated: false, bins: reliabilityBins(outcomes) };
  }
  return {
    outcomes: outcomes.length,
    is_calibrated: isCalibrated,
    ...reliabilityOf(outcomes),
    ...present({ calibrated: isCalibrated ? reliabilityOf(recalibrated(outcomes)) : undefined }),
  };
}

/** Nine tenths of little more than 50 are calibrated too: what is measured is what will be used. */
function recalibrated(outcomes: readonly Outcome[]): readonly Outcome[] {
  const scores = outOfFold(outcomes, curveOf);
  return outcomes.map(({ accepted }, at) => ({ accepted, score: scores[at] ?? 0 }));
}

function reliabilityOf(outcomes: readonly Outcome[]): Reliability {
  return {
    brier: brier(outcomes),
    ece: expectedCalibrationError(outcomes),
    bins: reliabilityBins(outcomes),
  };
}
