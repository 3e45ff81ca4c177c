import { minimize } from "./minimize.ts";

/** The features of one example that are not zero. */
export interface SparseRow {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export interface BinaryModel {
  readonly bias: number;
  readonly weights: Float64Array;
}

/** One binary-shaped model a class; their scores go through a softmax. */
export type MultinomialModel = readonly BinaryModel[];

export interface FitSettings {
  readonly rows: readonly SparseRow[];
  /** The number of features: every index is below it. */
  readonly width: number;
  /** Half of it times the squared length of the weights is added to the summed loss; 1/C of others. */
  readonly penalty: number;
  /** How much each example counts; one each when left out. */
  readonly counts?: readonly number[];
  readonly steps?: number;
}

const settings = (fit: FitSettings) => ({ steps: fit.steps ?? 200, tolerance: 1e-4 });

/** 1 / (1 + e^-score). */
export function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

function softplus(score: number): number {
  return score > 0 ? score + Math.log1p(Math.exp(-score)) : Math.log1p(Math.exp(score));
}

function scoreAt(weights: Float64Array, offset: number, row: SparseRow): number {
  let sum = 0;
  const { indices, values } = row;
  for (let i = 0; i < indices.length; i++) {
    sum += (weights[offset + (indices[i] as number)] as number) * (values[i] as number);
  }
  return sum;
}

function addRow(gradient: Float64Array, at: { offset: number; scale: number }, row: SparseRow) {
  const { indices, values } = row;
  for (let i = 0; i < indices.length; i++) {
    const index = at.offset + (indices[i] as number);
    gradient[index] = (gradient[index] as number) + at.scale * (values[i] as number);
  }
}

/** The linear score of one example, a logit for a binary model. */
export function scoreRow(model: BinaryModel, row: SparseRow): number {
  return model.bias + scoreAt(model.weights, 0, row);
}

/** Fits P(target = 1); targets lie in 0..1, so that soft ones are allowed. The bias is not penalized. */
export function fitBinary(fit: FitSettings, targets: readonly number[]): BinaryModel {
  const { rows, width, penalty, counts } = fit;
  const point = minimize(
    (at, gradient) => {
      gradient.fill(0);
      let value = 0;
      for (let j = 0; j < width; j++) {
        const weight = at[j] as number;
        value += (penalty / 2) * weight * weight;
        gradient[j] = penalty * weight;
      }
      rows.forEach((row, i) => {
        const count = counts?.[i] ?? 1;
        const target = targets[i] ?? 0;
        const score = scoreAt(at, 0, row) + (at[width] as number);
        value += count * (softplus(score) - target * score);
        const scale = count * (sigmoid(score) - target);
        addRow(gradient, { offset: 0, scale }, row);
        gradient[width] = (gradient[width] as number) + scale;
      });
      return value;
    },
    new Float64Array(width + 1),
    settings(fit),
  );
  return { bias: point[width] as number, weights: point.slice(0, width) };
}

function toProbabilities(scores: Float64Array): number {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let k = 0; k < scores.length; k++) {
    scores[k] = Math.exp((scores[k] as number) - most);
    sum += scores[k] as number;
  }
  for (let k = 0; k < scores.length; k++) scores[k] = (scores[k] as number) / sum;
  return most + Math.log(sum);
}

/** Fits a softmax over `classes` classes; labels count from 0. The biases are not penalized. */
export function fitMultinomial(
  fit: FitSettings,
  labels: readonly number[],
  classes: number,
): MultinomialModel {
  const { rows, width, penalty, counts } = fit;
  const stride = width + 1;
  const scores = new Float64Array(classes);
  const point = minimize(
    (at, gradient) => {
      let value = 0;
      for (let j = 0; j < at.length; j++) {
        const weight = j % stride === width ? 0 : (at[j] as number);
        value += (penalty / 2) * weight * weight;
        gradient[j] = penalty * weight;
      }
      rows.forEach((row, i) => {
        const count = counts?.[i] ?? 1;
        const label = labels[i] ?? 0;
        for (let k = 0; k < classes; k++) {
          scores[k] = scoreAt(at, k * stride, row) + (at[k * stride + width] as number);
        }
        const own = scores[label] as number;
        value += count * (toProbabilities(scores) - own);
        for (let k = 0; k < classes; k++) {
          const offset = k * stride;
          const scale = count * ((scores[k] as number) - (k === label ? 1 : 0));
          addRow(gradient, { offset, scale }, row);
          gradient[offset + width] = (gradient[offset + width] as number) + scale;
        }
      });
      return value;
    },
    new Float64Array(stride * classes),
    settings(fit),
  );
  return Array.from({ length: classes }, (_, k) => ({
    bias: point[k * stride + width] as number,
    weights: point.slice(k * stride, k * stride + width),
  }));
}
