import { contentWords } from "../../src/liaison/learned/content-words.ts";
import { packNumbers } from "../../src/liaison/learned/packed-numbers.ts";
import { createSlots, type Slot } from "../../src/liaison/learned/slots.ts";
import { type TermVector, weighTerms } from "../../src/liaison/learned/term-vector.ts";
import { subjectTerms, tokenize } from "../../src/liaison/learned/tokens.ts";
import { fillTopic, type TopicWeights } from "../../src/liaison/learned/topic-ranking.ts";
import { findTerms } from "./find-terms.ts";
import { learnSlots } from "./learn-slots.ts";
import type { AgentTask } from "./read-tasks.ts";
import { emptyMatrix, type Matrix, mainDirections, multiply, solve } from "./reduced-rank.ts";
import { findCandidates, type TopicCandidate } from "./topic-candidates.ts";
import { meets } from "./topic-match.ts";

const folds = 5;
const slotCount = 2;
const fewestTasks = 2;
const rank = 80;
const ridge = 3;
/** A topic that matched fewer details than this may be chance. */
const fewestMet = 10;
/** What a topic is worth that meets a detail without saying what it is about. */
const metByChance = 0.5;

/** A topic, and how it met the details of the tasks. */
interface Column {
  readonly template: string;
  readonly met: Float64Array;
  readonly importance: number;
  readonly breadth: number;
}

/** Each task's slots as one finds them in a task that was not learned from. */
function slotsOutOfFold(tasks: readonly AgentTask[]): readonly (readonly Slot[])[] {
  const slots: (readonly Slot[])[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const find = createSlots(learnSlots(tasks.filter((_, i) => i % folds !== fold)));
    tasks.forEach((task, i) => {
      if (i % folds === fold) slots[i] = find(tokenize(task.text));
    });
  }
  return slots;
}

interface ReadDetail {
  readonly words: ReadonlySet<string>;
  readonly importance: number;
}

const vagueWords = new Set(
  "preference level current desired required interest available particular area additional need requirement".split(
    " ",
  ),
);

/**
 * Whether a topic says what a detail is about, and does not just meet it in a word like "level" or
 * in what the task names.
 */
function says(
  candidate: TopicCandidate,
  topic: ReadonlySet<string>,
  detail: ReadonlySet<string>,
): boolean {
  const telling = [...candidate.words].filter((word) => !vagueWords.has(word));
  if (telling.length > 0) return telling.every((word) => detail.has(word));
  return [...detail].every((word) => topic.has(word) || vagueWords.has(word));
}

function measureColumn(
  column: { candidate: TopicCandidate; mark: number },
  details: readonly (readonly ReadDetail[])[],
  slots: readonly (readonly Slot[])[],
): Column {
  const { candidate, mark } = column;
  const template = candidate.template.replace("{}", `{${mark}}`);
  const met = new Float64Array(details.length);
  let times = 0;
  let importance = 0;
  let tasks = 0;
  details.forEach((own, i) => {
    const topic = fillTopic(template, slots[i] ?? []);
    if (topic === undefined) return;
    const words = contentWords(topic);
    const found = own.filter((detail) => meets(detail.words, words));
    if (found.length === 0) return;
    met[i] = found.some((detail) => says(candidate, words, detail.words)) ? 1 : metByChance;
    tasks++;
    times += found.length;
    for (const detail of found) importance += detail.importance;
  });
  return { template, met, importance: importance / (times || 1), breadth: times / (tasks || 1) };
}

// A long topic with a compound would need two words of each detail that it meets.
function marksOf({ slotted, words }: TopicCandidate): readonly number[] {
  if (!slotted) return [-1];
  return words.size < 2 ? [2, 3] : [0, 1];
}

function findColumns(tasks: readonly AgentTask[], slots: readonly (readonly Slot[])[]) {
  const details = tasks.map((task) =>
    task.details.map(({ description, importance }) => ({
      words: contentWords(description),
      importance,
    })),
  );
  const columns: Column[] = [];
  for (const candidate of findCandidates(tasks)) {
    for (const mark of marksOf(candidate)) {
      columns.push(measureColumn({ candidate, mark }, details, slots));
    }
  }
  return columns.filter(({ met }) => met.reduce((sum, value) => sum + value, 0) >= fewestMet);
}

function innerProducts(vectors: readonly TermVector[], width: number): Matrix {
  const products = emptyMatrix(vectors.length, vectors.length);
  const spread = new Float64Array(width);
  vectors.forEach((left, i) => {
    left.indices.forEach((index, k) => {
      spread[index] = left.values[k] ?? 0;
    });
    vectors.forEach((right, j) => {
      let sum = 0;
      right.indices.forEach((index, k) => {
        sum += (spread[index] ?? 0) * (right.values[k] ?? 0);
      });
      products.values[i * vectors.length + j] = sum;
    });
    spread.fill(0);
  });
  return products;
}

/** Ridge regression of the columns on the vectors, cut to its main directions. */
function fitReduced(vectors: readonly TermVector[], columns: readonly Column[], width: number) {
  const size = vectors.length;
  const bases = columns.map(({ met }) => met.reduce((sum, value) => sum + value, 0) / size);
  const targets = emptyMatrix(size, columns.length);
  columns.forEach(({ met }, c) => {
    for (let i = 0; i < size; i++) {
      targets.values[i * columns.length + c] = (met[i] ?? 0) - (bases[c] ?? 0);
    }
  });
  const products = innerProducts(vectors, width);
  const penalized = { ...products, values: products.values.slice() };
  for (let i = 0; i < size; i++) {
    penalized.values[i * size + i] = (penalized.values[i * size + i] ?? 0) + ridge;
  }
  const duals = solve(penalized, targets);
  const directions = mainDirections(multiply(products, duals), Math.min(rank, columns.length));
  const kept = directions.rows;
  const topicFactors = new Float64Array(columns.length * kept);
  for (let c = 0; c < columns.length; c++) {
    for (let k = 0; k < kept; k++) {
      topicFactors[c * kept + k] = directions.values[k * columns.length + c] ?? 0;
    }
  }
  const short = multiply(duals, { rows: columns.length, columns: kept, values: topicFactors });
  const termFactors = new Float64Array(width * kept);
  vectors.forEach(({ indices, values }, i) => {
    indices.forEach((index, at) => {
      for (let k = 0; k < kept; k++) {
        const place = index * kept + k;
        termFactors[place] =
          (termFactors[place] ?? 0) + (values[at] ?? 0) * (short.values[i * kept + k] ?? 0);
      }
    });
  });
  return { bases, termFactors, topicFactors, kept };
}

/** Learns from vague tasks which topics their missing details are about. */
export function learnTopics(tasks: readonly AgentTask[]): TopicWeights {
  const slots = slotsOutOfFold(tasks);
  const columns = findColumns(tasks, slots);
  const texts = tasks.map(({ text }) => subjectTerms(tokenize(text)));
  const { names: terms, rarities } = findTerms(texts, fewestTasks);
  const known = new Map(terms.map((term, i) => [term, i]));
  const probability = (i: number, k: number) => slots[i]?.[k]?.probability ?? 0;
  const slotMeans = Array.from({ length: slotCount }, (_, k) => {
    const mean = tasks.reduce((sum, _task, i) => sum + probability(i, k), 0) / tasks.length;
    return Number(mean.toFixed(4));
  });
  const vectors = tasks.map((task, i): TermVector => {
    const vector = weighTerms(subjectTerms(tokenize(task.text)), known, rarities);
    return {
      indices: [...vector.indices, ...slotMeans.map((_, k) => terms.length + k)],
      values: [...vector.values, ...slotMeans.map((mean, k) => probability(i, k) - mean)],
    };
  });
  const fit = fitReduced(vectors, columns, terms.length + slotCount);
  return {
    terms: terms.join("|"),
    rarities: packNumbers(rarities),
    rank: fit.kept,
    termFactors: packNumbers(fit.termFactors),
    topicFactors: packNumbers(fit.topicFactors),
    topics: columns.map(({ template }) => template).join("|"),
    bases: packNumbers(fit.bases),
    importances: packNumbers(columns.map(({ importance }) => importance)),
    breadths: packNumbers(columns.map(({ breadth }) => breadth)),
    slotMeans,
    slots: learnSlots(tasks),
  };
}
