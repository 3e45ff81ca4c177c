import { actRow } from "./act-features.ts";
import { type PackedNumbers, unpackNumbers } from "./packed-numbers.ts";

/** A calibrated softmax over labels; for each, as many weights as there are buckets. */
export interface ActWeights {
  readonly labels: readonly string[];
  readonly biases: readonly number[];
  readonly weights: readonly PackedNumbers[];
}

/** How probable each label is; they sum to 1. */
export type ActProbabilities = Readonly<Record<string, number>>;

/** Makes the function that tells what a clause does, from its words and what other readers say. */
export function createActs({
  labels,
  biases,
  weights,
}: ActWeights): (text: string, marks: readonly string[]) => ActProbabilities {
  const unpacked = weights.map(unpackNumbers);
  return (text, marks) => {
    const { indices, values } = actRow(text, marks, unpacked[0]?.length ?? 1);
    const scores = unpacked.map((own, label) =>
      indices.reduce(
        (sum, index, at) => sum + (own[index] ?? 0) * (values[at] ?? 0),
        biases[label] ?? 0,
      ),
    );
    const most = Math.max(...scores);
    const parts = scores.map((score) => Math.exp(score - most));
    const total = parts.reduce((sum, part) => sum + part, 0);
    return Object.fromEntries(labels.map((label, at) => [label, (parts[at] ?? 0) / total]));
  };
}
