import { CALIBRATED_FROM } from "../limits.ts";
import { present } from "../present.ts";

/*
 * Turns an engine's own score of a specification into the probability that people accept it without
 * correction, learned from the outcomes of earlier ones.
 */

/** What became of something with a score from 0 to 1. */
export interface Outcome {
  readonly score: number;
  readonly accepted: boolean;
}

export type Calibrate = (score: number) => number;

const FOLDS = 10;
const BINS = 10;
/** The shares of the mean that the step curve may have. */
const SHARES = [0, 0.25, 0.5, 0.75];

/**
 * Identity below `CALIBRATED_FROM` outcomes; after that a curve that never falls and stays within 0
 * and 1. Platt's curve has two parameters and copes with few outcomes, but has only one shape. A step
 * curve takes any rising shape and needs many outcomes. So the result is a mean of both. The share of
 * the step curve is the one with the lowest out-of-fold Brier score, by tenths; 0 if they are equal.
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

/** Each outcome with its score as calibrated on all other tenths. */
function outOfFold(
  outcomes: readonly Outcome[],
  learn: (some: readonly Outcome[]) => Calibrate,
): readonly number[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    learn(outcomes.filter((_, at) => at % FOLDS !== fold)),
  );
  return outcomes.map(({ score }, at) => folds[at % FOLDS]?.(score) ?? score);
}

/** Mean squared distance between score and outcome: 0 is perfect, 0.25 is a coin; NaN for none. */
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
  /** Mean score in it; 0 if it is empty. */
  readonly mean_score: number;
  /** The share that was accepted. */
  readonly accepted: number;
}

/** Ten bins of equal width; a score of 1 falls into the last. */
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

/** Mean distance between score and acceptance over the bins, weighted by count; NaN for none. */
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

/** How reliable a score is, before and after calibration. */
export interface LiaisonReport extends Partial<Reliability> {
  readonly outcomes: number;
  readonly is_calibrated: boolean;
  readonly bins: readonly ReliabilityBin[];
  /** Out of fold, by tenths: no outcome is used to calibrate itself. */
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

/** Nine tenths of little more than 50 are calibrated too, so the measured method is the one in use. */
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

interface Block {
  /** Mean score in it. */
  readonly at: number;
  readonly accepted: number;
  readonly count: number;
}

/**
 * The rising step curve that fits best (pool adjacent violators), interpolated between the middles of
 * its steps so that it rises without jumps. One added outcome of either kind pulls each step towards
 * the middle: a step of few outcomes is never 0 or 1.
 */
function isotonicOf(outcomes: readonly Outcome[]): (score: number) => number {
  const steps = pooled(outcomes);
  return (score) => readOff(steps, score);
}

function pooled(outcomes: readonly Outcome[]): readonly Block[] {
  const sorted = [...outcomes].sort((one, other) => one.score - other.score);
  const blocks: Block[] = [];
  for (const { score, accepted } of sorted) {
    let block: Block = { at: score, accepted: accepted ? 1 : 0, count: 1 };
    let last = blocks.at(-1);
    while (last !== undefined && (last.at === block.at || heightOf(last) >= heightOf(block))) {
      blocks.pop();
      block = merged(last, block);
      last = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks;
}

function merged(one: Block, other: Block): Block {
  const count = one.count + other.count;
  return {
    at: (one.at * one.count + other.at * other.count) / count,
    accepted: one.accepted + other.accepted,
    count,
  };
}

function heightOf({ accepted, count }: Block): number {
  return (accepted + 1) / (count + 2);
}

function readOff(steps: readonly Block[], score: number): number {
  const above = steps.findIndex(({ at }) => at >= score);
  const [low, high] = [steps[above - 1], steps[above]];
  if (high === undefined) return heightOf(steps.at(-1) ?? { at: 0, accepted: 0, count: 0 });
  if (low === undefined || high.at === low.at) return heightOf(high);
  const share = (score - low.at) / (high.at - low.at);
  return heightOf(low) + share * (heightOf(high) - heightOf(low));
}

/** Bounds the weight of a score of 0 or 1. */
const EDGE = 0.01;
const MAX_STEPS = 100;
const TOLERANCE = 1e-9;
/** Pulls the slope towards 1, which is the engine's own score, with the weight of half an outcome. */
const PRIOR = 0.5;

interface Line {
  readonly slope: number;
  readonly offset: number;
}

/**
 * Platt's scaling: a logistic curve over the log-odds of the score, with his targets of
 * (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2) in place of 1 and 0. So few outcomes, or outcomes of only one kind,
 * give no certainty. A falling curve is not believed: it becomes flat.
 */
function plattOf(outcomes: readonly Outcome[]): (score: number) => number {
  const accepted = outcomes.filter(({ accepted: is }) => is).length;
  const targets = {
    yes: (accepted + 1) / (accepted + 2),
    no: 1 / (outcomes.length - accepted + 2),
  };
  const points = outcomes.map(({ score, accepted: is }) => ({
    x: logOdds(score),
    target: is ? targets.yes : targets.no,
  }));
  const free = fitted(points, { slope: 1, offset: 0 }, true);
  const line = free.slope >= 0 ? free : fitted(points, { slope: 0, offset: 0 }, false);
  return (score) => sigmoid(line.slope * logOdds(score) + line.offset);
}

function logOdds(score: number): number {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, score));
  return Math.log(inside / (1 - inside));
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

interface Point {
  readonly x: number;
  readonly target: number;
}

/** Newton's method with halved steps: the loss is convex, so it ends at the only minimum. */
function fitted(points: readonly Point[], from: Line, hasSlope: boolean): Line {
  let line = from;
  let loss = lossOf(points, line, hasSlope);
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = newtonStep(points, line, hasSlope);
    const next = halved(points, { line, move, loss, hasSlope });
    if (next === undefined || loss - next.loss < TOLERANCE) return next?.line ?? line;
    ({ line, loss } = next);
  }
  return line;
}

function newtonStep(points: readonly Point[], { slope, offset }: Line, hasSlope: boolean): Line {
  let [gradientSlope, gradientOffset] = [hasSlope ? PRIOR * (slope - 1) : 0, 0];
  let [slopes, mixed, offsets] = [hasSlope ? PRIOR : 0, 0, 1e-12];
  for (const { x, target } of points) {
    const p = sigmoid(slope * x + offset);
    const curve = p * (1 - p);
    gradientSlope += (p - target) * x;
    gradientOffset += p - target;
    slopes += curve * x * x;
    mixed += curve * x;
    offsets += curve;
  }
  if (!hasSlope) return { slope: 0, offset: -gradientOffset / offsets };
  const determinant = slopes * offsets - mixed * mixed;
  return {
    slope: -(offsets * gradientSlope - mixed * gradientOffset) / determinant,
    offset: -(slopes * gradientOffset - mixed * gradientSlope) / determinant,
  };
}

interface Search {
  readonly line: Line;
  readonly move: Line;
  readonly loss: number;
  readonly hasSlope: boolean;
}

function halved(
  points: readonly Point[],
  { line, move, loss, hasSlope }: Search,
): { readonly line: Line; readonly loss: number } | undefined {
  for (let part = 1; part > 1e-6; part /= 2) {
    const next = {
      slope: line.slope + part * move.slope,
      offset: line.offset + part * move.offset,
    };
    const nextLoss = lossOf(points, next, hasSlope);
    if (nextLoss <= loss) return { line: next, loss: nextLoss };
  }
  return undefined;
}

function lossOf(points: readonly Point[], { slope, offset }: Line, hasSlope: boolean): number {
  const prior = hasSlope ? (PRIOR / 2) * (slope - 1) ** 2 : 0;
  return points.reduce((total, { x, target }) => {
    const z = slope * x + offset;
    // log(1 + e^z) in the form that does not overflow.
    return total + Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - target * z;
  }, prior);
}
