// Learned by scripts/train-openings.ts; not to be changed by hand.
import type { ReadinessWeights } from "./readiness-scoring.ts";

export const readinessWeights: ReadinessWeights = {
  bias: -3.6508,
  weights: {
    score: 0.7773,
    sufficient: 0.5544,
    clarity: 0.6409,
    completeness: 0.5168,
    consistency: -0.0001,
    specificity: 2.8726,
    certainty: 1.0587,
    top: -1.7243,
    second: -0.2518,
    third: -0.5235,
    questions: -1.637,
    requirements: 1.061,
    limits: 0.9939,
    length: 0.2528,
    "very short": -0.1576,
    short: -1.5707,
    long: -0.223,
    numbers: 3.2923,
    asks: -2.0447,
    exclaims: 0.9578,
    "trails off": -1.0729,
  },
};
