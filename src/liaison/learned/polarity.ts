/** Probabilities that a sentiment is negative, neutral or positive; they sum to 1. */
export interface Polarity {
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
}

/** The softmax of two scores, relative to a neutral score of 0. */
export function toPolarity(negative: number, positive: number): Polarity {
  const most = Math.max(0, negative, positive);
  const parts = [Math.exp(negative - most), Math.exp(-most), Math.exp(positive - most)] as const;
  const sum = parts[0] + parts[1] + parts[2];
  return { negative: parts[0] / sum, neutral: parts[1] / sum, positive: parts[2] / sum };
}
