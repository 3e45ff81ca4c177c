// Learned by scripts/train-openings.ts; not to be changed by hand.
import type { ReadinessWeights } from "./readiness-scoring.ts";

export const readinessWeights: ReadinessWeights = {
  bias: -3.351,
  weights: {
    score: 1.0454,
    sufficient: 0.7435,
    clarity: 0.9822,
    completeness: 0.5129,
    consistency: 0.0003,
    specificity: 2.3247,
    certainty: 1.0364,
    top: -1.962,
    second: 0.2106,
    third: -0.223,
    questions: -1.7807,
    requirements: 1.0927,
    limits: 1.4028,
    length: -0.3777,
    "very short": -0.6119,
    short: -1.507,
    long: -0.9956,
    numbers: 2.9737,
    asks: -1.8562,
    exclaims: 2.1386,
    "trails off": -1.1638,
  },
};
