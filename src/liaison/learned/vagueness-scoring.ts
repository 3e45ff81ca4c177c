import { type PackedNumbers, unpackNumbers } from "./packed-numbers.ts";
import { weighTerms } from "./term-vector.ts";
import { vaguenessFeatures } from "./vagueness-features.ts";

/** Names of features with their rarities and weights, all in the same order. */
export interface FeatureWeights {
  /** One a line. */
  readonly names: string;
  readonly rarities: PackedNumbers;
  readonly weights: PackedNumbers;
}

/** A calibrated logistic regression. */
export interface VaguenessWeights {
  readonly bias: number;
  /** In the order of the kinds of features. */
  readonly kinds: readonly FeatureWeights[];
  /** From this probability on, a task counts as vague. */
  readonly threshold: number;
}

function createSum(features: FeatureWeights): (names: readonly string[]) => number {
  const known = new Map(features.names.split("\n").map((name, i) => [name, i]));
  const rarities = unpackNumbers(features.rarities);
  const weights = unpackNumbers(features.weights);
  return (names) => {
    const { indices, values } = weighTerms(names, known, rarities);
    return indices.reduce((sum, index, i) => sum + (weights[index] ?? 0) * (values[i] ?? 0), 0);
  };
}

/** Makes the function that returns the probability, 0 to 1, that a task is vague. */
export function createVagueness(weights: VaguenessWeights): (text: string) => number {
  const sums = weights.kinds.map(createSum);
  return (text) => {
    const features = vaguenessFeatures(text);
    const score = sums.reduce((all, sum, i) => all + sum(features[i] ?? []), weights.bias);
    return 1 / (1 + Math.exp(-score));
  };
}
