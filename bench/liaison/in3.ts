import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { macroF1 } from "../../scripts/liaison/choose-threshold.ts";
import { learnVagueness } from "../../scripts/liaison/learn-vagueness.ts";
import { type AgentTask, readTasks } from "../../scripts/liaison/read-tasks.ts";
import { defineTask } from "../../src/liaison/define-task.ts";
import { createVagueness } from "../../src/liaison/learned/vagueness-scoring.ts";

const folds = 5;
const questions = 3;
const bins = 10;
const NOW = "2026-11-24T10:00:00.000Z";

/** All from tasks that were not learned from. */
export interface In3Figures {
  /** The mean of the F1 of vague and of clear. */
  readonly macroF1: number;
  readonly brier: number;
  /** Expected calibration error over 10 bins of equal width. */
  readonly calibrationError: number;
  readonly askF1: number;
  readonly recall: number;
  /** Only the details of importance 3. */
  readonly recallImportant: number;
  readonly precision: number;
}

type Scores = Pick<In3Figures, "askF1" | "recall" | "recallImportant" | "precision">;

/** Calls `judge` for each row with the rows of the other folds learned; row n is in fold n mod 5. */
function eachFold<Row, Judge>(
  rows: readonly Row[],
  learn: (others: readonly Row[]) => Judge,
  judge: (row: Row, learned: Judge, at: number) => void,
): void {
  for (let fold = 0; fold < folds; fold++) {
    const learned = learn(rows.filter((_, i) => i % folds !== fold));
    rows.forEach((row, i) => {
      if (i % folds === fold) judge(row, learned, i);
    });
  }
}

function calibrationError(probabilities: readonly number[], targets: readonly number[]): number {
  const sums = new Float64Array(bins);
  probabilities.forEach((probability, i) => {
    const bin = Math.min(bins - 1, Math.floor(probability * bins));
    sums[bin] = (sums[bin] ?? 0) + probability - (targets[i] ?? 0);
  });
  return sums.reduce((sum, value) => sum + Math.abs(value), 0) / probabilities.length;
}

/** A task whose text occurs in the folds that were learned is no test: it is left out of the figures. */
function measureVagueness(all: readonly AgentTask[]) {
  const tasks = all.filter(({ text }, at) =>
    all.every((other, i) => i % folds === at % folds || other.text !== text),
  );
  const probabilities: number[] = [];
  const said: boolean[] = [];
  const places = new Map(tasks.map((task, at) => [task, at]));
  eachFold(
    all,
    (others) => {
      const weights = learnVagueness(others);
      return { judge: createVagueness(weights), threshold: weights.threshold };
    },
    (task, { judge, threshold }) => {
      const at = places.get(task);
      if (at === undefined) return;
      const probability = judge(task.text);
      probabilities[at] = probability;
      said[at] = probability >= threshold;
    },
  );
  const targets = tasks.map(({ vague }) => (vague ? 1 : 0));
  const squares = probabilities.reduce((sum, p, i) => sum + (p - (targets[i] ?? 0)) ** 2, 0);
  return {
    macroF1: macroF1(said, targets),
    brier: squares / tasks.length,
    calibrationError: calibrationError(probabilities, targets),
  };
}

/** The figures of the scorer that stands beside the data. */
function scoreQuestions(dataDirectory: string, asked: readonly (readonly string[])[]): Scores {
  const folder = mkdtempSync(join(tmpdir(), "in3-"));
  try {
    const predictions = join(folder, "predictions.jsonl");
    writeFileSync(
      predictions,
      asked.map((topics) => JSON.stringify({ questions: topics })).join("\n"),
    );
    const in3 = join(dataDirectory, "in3");
    const output = execFileSync(
      process.execPath,
      [join(in3, "score.mjs"), join(in3, "train.jsonl"), predictions],
      { encoding: "utf8" },
    );
    return JSON.parse(output) as Scores;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a person with the task is asked first, by the engine as it is deployed. */
async function askedFirst(task: string): Promise<readonly string[]> {
  const definition = await defineTask(
    {
      exchanges: [
        {
          id: "msg_1",
          role: "human",
          content: task,
          timestamp: NOW,
          phase: "problem_definition",
          round: 1,
        },
      ],
      clarifications: [],
      now: NOW,
      cases: [],
    },
    // How vague a task is decides whether it is asked, not what.
    { vagueness: () => 1, readiness: () => 0.5, nameScore: ({ byRules }) => byRules },
  );
  return definition.suggested_questions.slice(0, questions).map(({ topic }) => topic);
}

async function measureQuestions(
  dataDirectory: string,
  vague: readonly AgentTask[],
): Promise<Scores> {
  const asked = vague.map(({ text }) => askedFirst(text));
  return scoreQuestions(dataDirectory, await Promise.all(asked));
}

/** Measures vagueness and the first three questions on IN3, out of fold, by the engine that is shipped. */
export async function measureIn3(dataDirectory: string): Promise<In3Figures> {
  const tasks = readTasks(dataDirectory);
  const vague = tasks.filter((task) => task.vague);
  return { ...measureVagueness(tasks), ...(await measureQuestions(dataDirectory, vague)) };
}
