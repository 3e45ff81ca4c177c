import { packNumbers } from "../../src/liaison/learned/packed-numbers.ts";
import { weighTerms } from "../../src/liaison/learned/term-vector.ts";
import { vaguenessFeatures } from "../../src/liaison/learned/vagueness-features.ts";
import type {
  FeatureWeights,
  VaguenessWeights,
} from "../../src/liaison/learned/vagueness-scoring.ts";
import { chooseThreshold } from "./choose-threshold.ts";
import { type FoundTerms, findTerms } from "./find-terms.ts";
import { fitBinary, type SparseRow, scoreRow, sigmoid } from "./logistic-regression.ts";
import type { AgentTask, MissingDetail } from "./read-tasks.ts";

const folds = 5;
/** For the words and pairs of words, and for how the text is put. */
const fewestTasks = [3, 3];
const penalty = 1 / 6;
/** Details of this importance together make a vague task count as much as a clear one. */
const fullImportance = 8;

type Features = readonly (readonly string[])[];

interface Example {
  readonly features: Features;
  readonly target: number;
  /** How much it counts in the learning; the calibration counts each the same. */
  readonly count: number;
}

interface Kind extends FoundTerms {
  readonly known: ReadonlyMap<string, number>;
  /** Where its features begin among those of all kinds. */
  readonly offset: number;
}

interface Learned {
  readonly kinds: readonly Kind[];
  readonly bias: number;
  readonly weights: Float64Array;
  readonly score: (features: Features) => number;
}

// A task that lacks next to nothing is near to a clear one, and teaches little about vague ones.
function countVague(details: readonly MissingDetail[]): number {
  const importance = details.reduce((sum, detail) => sum + detail.importance, 0);
  return Math.min(1, importance / fullImportance);
}

function findKinds(examples: readonly Example[]): readonly Kind[] {
  let offset = 0;
  return fewestTasks.map((fewest, k) => {
    const found = findTerms(
      examples.map(({ features }) => features[k] ?? []),
      fewest,
    );
    const kind = { ...found, known: new Map(found.names.map((name, i) => [name, i])), offset };
    offset += found.names.length;
    return kind;
  });
}

function toRow(features: Features, kinds: readonly Kind[]): SparseRow {
  const parts = kinds.map(({ known, rarities, offset }, k) => {
    const { indices, values } = weighTerms(features[k] ?? [], known, rarities);
    return { indices: indices.map((index) => index + offset), values };
  });
  return {
    indices: parts.flatMap(({ indices }) => indices),
    values: parts.flatMap(({ values }) => values),
  };
}

function learnScore(examples: readonly Example[]): Learned {
  const kinds = findKinds(examples);
  const rows = examples.map(({ features }) => toRow(features, kinds));
  const width = kinds.reduce((sum, { names }) => sum + names.length, 0);
  const targets = examples.map(({ target }) => target);
  const counts = examples.map(({ count }) => count);
  const model = fitBinary({ rows, width, penalty, counts }, targets);
  return { kinds, ...model, score: (features) => scoreRow(model, toRow(features, kinds)) };
}

/** The score of each example by what was learned from the other folds. */
function scoresOutOfFold(examples: readonly Example[]): readonly number[] {
  const scores: number[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const { score } = learnScore(examples.filter((_, i) => i % folds !== fold));
    examples.forEach(({ features }, i) => {
      if (i % folds === fold) scores[i] = score(features);
    });
  }
  return scores;
}

function packFeatures(terms: FoundTerms, weights: Float64Array): FeatureWeights {
  return {
    names: terms.names.join("\n"),
    rarities: packNumbers(terms.rarities),
    weights: packNumbers(weights),
  };
}

/** Learns how probable it is that a task is vague, calibrated on folds of the tasks (Platt). */
export function learnVagueness(tasks: readonly AgentTask[]): VaguenessWeights {
  const examples = tasks.map(({ text, vague, details }) => ({
    features: vaguenessFeatures(text),
    target: vague ? 1 : 0,
    count: vague ? countVague(details) : 1,
  }));
  const targets = examples.map(({ target }) => target);
  const scores = scoresOutOfFold(examples);
  const rows = scores.map((score) => ({ indices: [0], values: [score] }));
  const calibration = fitBinary({ rows, width: 1, penalty: 1e-6 }, targets);
  const slope = calibration.weights[0] ?? 1;
  const probabilities = scores.map((score) => sigmoid(calibration.bias + slope * score));
  const { kinds, bias, weights } = learnScore(examples);
  const scaled = weights.map((weight) => weight * slope);
  return {
    bias: Number((calibration.bias + slope * bias).toFixed(5)),
    kinds: kinds.map((kind) =>
      packFeatures(kind, scaled.subarray(kind.offset, kind.offset + kind.names.length)),
    ),
    threshold: chooseThreshold(probabilities, targets),
  };
}
