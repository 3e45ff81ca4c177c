/** A smooth function: fills `gradient` at `point` and returns the value there. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

export interface MinimizeSettings {
  readonly steps: number;
  /** Stops once the largest component of the gradient is below this. */
  readonly tolerance: number;
}

interface Correction {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly curvature: number;
}

const remembered = 8;
const sufficientDecrease = 1e-4;

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += (left[i] ?? 0) * (right[i] ?? 0);
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, scale: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + scale * (source[i] ?? 0);
}

function largest(vector: Float64Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}

/** The two-loop recursion of L-BFGS (Nocedal and Wright, algorithm 7.4). */
function descentDirection(gradient: Float64Array, corrections: readonly Correction[]) {
  const direction = gradient.slice();
  const shares = new Float64Array(corrections.length);
  for (let i = corrections.length - 1; i >= 0; i--) {
    const correction = corrections[i] as Correction;
    const share = dot(correction.step, direction) / correction.curvature;
    shares[i] = share;
    addScaled(direction, correction.change, -share);
  }
  const last = corrections.at(-1);
  const scale = last === undefined ? 1 : last.curvature / dot(last.change, last.change);
  for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) * scale;
  corrections.forEach((correction, i) => {
    const share = dot(correction.change, direction) / correction.curvature;
    addScaled(direction, correction.step, (shares[i] ?? 0) - share);
  });
  for (let i = 0; i < direction.length; i++) direction[i] = -(direction[i] ?? 0);
  return direction;
}

function remember(corrections: Correction[], step: Float64Array, change: Float64Array): void {
  const curvature = dot(step, change);
  // A correction without positive curvature would turn the next direction uphill.
  if (curvature <= 1e-12) return;
  corrections.push({ step, change, curvature });
  if (corrections.length > remembered) corrections.shift();
}

/**
 * Minimizes in place from `start` by L-BFGS with backtracking; the same start has the same result.
 */
export function minimize(
  objective: Objective,
  start: Float64Array,
  settings: MinimizeSettings,
): Float64Array {
  const point = start;
  const gradient = new Float64Array(point.length);
  let value = objective(point, gradient);
  const corrections: Correction[] = [];
  const nextGradient = new Float64Array(point.length);
  for (let count = 0; count < settings.steps; count++) {
    if (largest(gradient) < settings.tolerance) break;
    const direction = descentDirection(gradient, corrections);
    const slope = dot(direction, gradient);
    let length = corrections.length === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    let next = point.slice();
    addScaled(next, direction, length);
    let nextValue = objective(next, nextGradient);
    while (nextValue > value + sufficientDecrease * length * slope && length > 1e-10) {
      length /= 2;
      next = point.slice();
      addScaled(next, direction, length);
      nextValue = objective(next, nextGradient);
    }
    if (nextValue >= value) break;
    const step = next.slice();
    addScaled(step, point, -1);
    const change = nextGradient.slice();
    addScaled(change, gradient, -1);
    remember(corrections, step, change);
    point.set(next);
    gradient.set(nextGradient);
    value = nextValue;
  }
  return point;
}
