/** A figure from 0 to 1 with the part of it that is certain enough. */
export interface Bounded {
  readonly value: number;
  /** The one-sided 95 % lower bound. */
  readonly lower: number;
  /** Sum of the weights, in whole feedbacks. */
  readonly support: number;
}

export interface Weighted {
  readonly score: number;
  /** 1 is one whole feedback: from today and fully certain. */
  readonly weight: number;
}

/** The 95 % quantile of the normal distribution: one in twenty lies above it. */
const Z = 1.644_853_627;
/** A weight below this counts as none, since dividing by it would go wrong. */
const TRACE = 1e-9;

/**
 * The weighted mean and Wilson's lower bound of it, with the sum of the weights n as the number of
 * trials: (p + z²/2n − z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n), z = 1.645. A feedback's score varies
 * less than a coin of the same mean, so the bound is on the safe side. Without evidence it is 0.
 */
export function boundedOf(evidence: readonly Weighted[]): Bounded {
  const support = evidence.reduce((sum, { weight }) => sum + weight, 0);
  if (support < TRACE) return { value: 0.5, lower: 0, support: 0 };
  const mean = evidence.reduce((sum, { score, weight }) => sum + score * weight, 0) / support;
  const value = Math.min(1, Math.max(0, mean));
  return { value, lower: wilson(value, support), support };
}

function wilson(p: number, n: number): number {
  const square = Z * Z;
  const middle = p + square / (2 * n);
  const width = Z * Math.sqrt((p * (1 - p)) / n + square / (4 * n * n));
  return Math.max(0, (middle - width) / (1 + square / n));
}
