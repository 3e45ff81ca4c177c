import {
  DEFINING,
  JUDGING,
  type LabelledClause,
  labelledClauses,
} from "../../bench/liaison/clause.ts";
import { openBook } from "../../src/liaison/feedback/find-phrase-book.ts";
import { marksOf } from "../../src/liaison/feedback/marks.ts";
import { actRow } from "../../src/liaison/learned/act-features.ts";
import type { ActWeights } from "../../src/liaison/learned/act-scoring.ts";
import { packNumbers } from "../../src/liaison/learned/packed-numbers.ts";
import { definingMarks } from "../../src/liaison/text/clause-act.ts";
import {
  fitMultinomial,
  type MultinomialModel,
  type SparseRow,
  scoreRow,
} from "./logistic-regression.ts";

/** More labels and more clauses need more room. */
const BUCKETS = { defining: 32_768, judging: 16_384 } as const;
const PENALTY = 0.05;
const STEPS = 60;
const TEMPERATURES = Array.from({ length: 26 }, (_, at) => 0.5 + at / 10);

interface Example {
  readonly row: SparseRow;
  readonly label: number;
}

/** Learns what clauses do in each phase, calibrated on clauses that were not learned from. */
export async function learnActs(): Promise<{
  readonly defining: ActWeights;
  readonly judging: ActWeights;
}> {
  return {
    defining: await learnPhase(DEFINING, BUCKETS.defining, async ({ text }) => definingMarks(text)),
    judging: await learnPhase(JUDGING, BUCKETS.judging, async ({ text, language }) =>
      marksOf(text, await openBook(language)),
    ),
  };
}

type Marks = (clause: LabelledClause) => Promise<readonly string[]>;

async function learnPhase(
  labels: readonly string[],
  buckets: number,
  marks: Marks,
): Promise<ActWeights> {
  const read = async (part: "train" | "validation"): Promise<readonly Example[]> => {
    const own = labelledClauses(part).filter(({ label }) => labels.includes(label));
    return Promise.all(
      own.map(async (clause) => ({
        row: actRow(clause.text, await marks(clause), buckets),
        label: labels.indexOf(clause.label),
      })),
    );
  };
  const [train, kept] = [await read("train"), await read("validation")];
  const model = fitMultinomial(
    { rows: train.map(({ row }) => row), width: buckets, penalty: PENALTY, steps: STEPS },
    train.map(({ label }) => label),
    labels.length,
  );
  const temperature = bestTemperature(model, kept);
  return {
    labels,
    biases: model.map(({ bias }) => Number((bias / temperature).toFixed(4))),
    weights: model.map(({ weights }) => packNumbers(weights.map((weight) => weight / temperature))),
  };
}

function bestTemperature(model: MultinomialModel, kept: readonly Example[]): number {
  const scored = kept.map(({ row, label }) => ({
    scores: model.map((one) => scoreRow(one, row)),
    label,
  }));
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
  for (const temperature of TEMPERATURES) {
    const loss = scored.reduce((sum, one) => sum + lossOf(one, temperature), 0);
    if (loss < best.loss) best = { temperature, loss };
  }
  return best.temperature;
}

interface Scored {
  readonly scores: readonly number[];
  readonly label: number;
}

function lossOf({ scores, label }: Scored, temperature: number): number {
  const total = scores.reduce((sum, score) => sum + Math.exp(score / temperature), 0);
  return Math.log(total) - (scores[label] ?? 0) / temperature;
}
