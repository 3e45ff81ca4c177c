/*
 * What a side of a result counts for in the fitness of whoever made it. A result that is wrong or not
 * what was asked for fails, whatever else it is; what people say of the whole is their own sum of it;
 * imagination is asked of few tasks. Sides that people raise of themselves count like clarity, a little
 * less: one of them matters to them, but another person may not look at it.
 */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["accuracy", 1.5],
  ["overall", 1.5],
  ["completeness", 1.2],
  ["helpfulness", 1.2],
  ["clarity", 1],
  ["creativity", 0.6],
]);
const RAISED = 0.9;

function weightOfDimension(dimension: string): number {
  return WEIGHTS.get(dimension) ?? RAISED;
}

interface DimensionScore {
  readonly dimension: string;
  readonly score: number;
  readonly confidence: number;
}

/** f = Σ w·score·confidence / Σ w·confidence over dimensions; 0.5 where nothing was said of any. */
export function fitnessOfDimensions(dimensions: readonly DimensionScore[]): number {
  let [sum, weight] = [0, 0];
  for (const { dimension, score, confidence } of dimensions) {
    const counts = weightOfDimension(dimension) * confidence;
    sum += counts * score;
    weight += counts;
  }
  return weight === 0 ? 0.5 : sum / weight;
}
