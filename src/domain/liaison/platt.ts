import type { Outcome } from "./calibration.ts";

/** Keeps a score of 0 or 1 from weighing without bound. */
const EDGE = 0.01;
const MAX_STEPS = 100;
const TOLERANCE = 1e-9;
/** Pulls the slope towards 1, that is, towards the engine's own score: half an outcome's worth. */
const PRIOR = 0.5;

interface Line {
  readonly slope: number;
  readonly offset: number;
}

/**
 * Platt's scaling: a logistic curve over the log-odds of the score, with his targets of
 * (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2) in place of 1 and 0, so that few outcomes, or all of one kind, give
 * no certainty. A falling curve is not believed: it becomes flat.
 */
export function plattOf(outcomes: readonly Outcome[]): (score: number) => number {
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

/** Newton's method with halved steps: the loss is convex, so that it ends at the one minimum. */
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
    // Of log(1 + e^z), in the form that does not overflow.
    return total + Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - target * z;
  }, prior);
}
