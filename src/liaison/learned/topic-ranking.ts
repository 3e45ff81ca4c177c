import { contentWords } from "./content-words.ts";
import { type PackedNumbers, unpackNumbers } from "./packed-numbers.ts";
import { createSlots, type Slot, type SlotWeights } from "./slots.ts";
import { type TermVector, weighTerms } from "./term-vector.ts";
import { subjectTerms, tokenize } from "./tokens.ts";

/** A detail worth asking for. */
export interface RankedTopic {
  readonly topic: string;
  /**
   * The estimated probability, 0 to 1, that this detail is missing and wanted. It is cautious,
   * because in training a topic that matched only by a general word counted half.
   */
  readonly weight: number;
  /** The expected importance, from 1 to 3. */
  readonly importance: number;
  /** What asking for it adds to the topics before it, 0 to 1; never more than theirs. */
  readonly worth: number;
}

/** A low-rank linear map from the terms of a task to the probability of each topic. */
export interface TopicWeights {
  /** Separated by bars. */
  readonly terms: string;
  readonly rarities: PackedNumbers;
  readonly rank: number;
  /** A row of `rank` numbers for each term, then one for each slot's probability. */
  readonly termFactors: PackedNumbers;
  /** A row of `rank` numbers for each topic. */
  readonly topicFactors: PackedNumbers;
  /** Separated by bars; see {@link fillTopic} for their placeholders. */
  readonly topics: string;
  readonly bases: PackedNumbers;
  readonly importances: PackedNumbers;
  /** How many details a matching topic matches on average. */
  readonly breadths: PackedNumbers;
  /** The mean probability of the first and of the second slot. */
  readonly slotMeans: readonly number[];
  readonly slots: SlotWeights;
}

export interface TopicModel {
  readonly rank: (text: string, count: number) => readonly RankedTopic[];
  /** The share of the words about a text's subject that the examples contain. */
  readonly familiarity: (text: string) => number;
}

interface Candidate {
  readonly topic: string;
  readonly weight: number;
  readonly importance: number;
  readonly words: ReadonlySet<string>;
  readonly breadth: number;
}

const slotMark = /\{[0-3]\}/;

/**
 * The topic with words of the task in its placeholder: {0} and {1} stand for the first and second
 * slot, {2} and {3} for the same with their attached words. Undefined if the task has no such slot.
 */
export function fillTopic(template: string, slots: readonly Slot[]): string | undefined {
  return fill(readTemplate(template), slots)?.topic;
}

interface Template {
  readonly template: string;
  readonly mark: string | undefined;
  /** The words of the template itself. */
  readonly own: ReadonlySet<string>;
}

function readTemplate(template: string): Template {
  const mark = slotMark.exec(template)?.[0];
  return { template, mark, own: contentWords(template) };
}

function fill({ template, mark, own }: Template, slots: readonly Slot[]) {
  if (mark === undefined) return { topic: template, words: own };
  const number = Number(mark[1]);
  const slot = slots[number % 2];
  // "Source of data data" asks for nothing.
  if (slot === undefined || own.has(slot.plain)) return undefined;
  const named = number < 2 ? slot.surface : slot.compound;
  return { topic: template.replace(mark, named), words: new Set([...own, ...contentWords(named)]) };
}

function overlap(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return words.size === 0 ? 1 : shared / words.size;
}

const worthOfAny = 0.75;
/** Further candidates never reach the first few places. */
const mostWeighed = 96;

/** A candidate with what it still adds to the topics already taken. */
interface Open {
  readonly candidate: Candidate;
  readonly news: number;
}

// The value of a further topic: that it matches anything, and that it matches what the others do
// not.
function worthOf({ candidate, news }: Open): number {
  return candidate.weight * (worthOfAny + news);
}

function beside({ candidate, news }: Open, taken: Candidate): readonly Open[] {
  const shared = overlap(candidate.words, taken.words);
  if (shared === 1 || overlap(taken.words, candidate.words) === 1) return [];
  return [{ candidate, news: news * (1 - shared) }];
}

function takeTopics(candidates: readonly Candidate[], count: number): readonly RankedTopic[] {
  const ranked: RankedTopic[] = [];
  let open: readonly Open[] = candidates.map((candidate) => ({
    candidate,
    news: candidate.breadth,
  }));
  while (ranked.length < count) {
    let best: Open | undefined;
    for (const one of open) if (best === undefined || worthOf(one) > worthOf(best)) best = one;
    if (best === undefined) break;
    const { candidate: taken } = best;
    const worth = Math.min(1, worthOf(best) / (1 + worthOfAny));
    ranked.push({ topic: taken.topic, weight: taken.weight, importance: taken.importance, worth });
    open = open.flatMap((one) => beside(one, taken));
  }
  return ranked;
}

function projectTask(vector: TermVector, factors: Float32Array, rank: number): Float64Array {
  const projected = new Float64Array(rank);
  vector.indices.forEach((index, i) => {
    const value = vector.values[i] ?? 0;
    for (let k = 0; k < rank; k++) {
      projected[k] = (projected[k] ?? 0) + value * (factors[index * rank + k] ?? 0);
    }
  });
  return projected;
}

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < left.length; k++) sum += (left[k] ?? 0) * (right[k] ?? 0);
  return sum;
}

/** The topics of the weights, before a task fills their placeholders. */
function unpackTopics(weights: TopicWeights) {
  const { rank } = weights;
  const factors = unpackNumbers(weights.topicFactors);
  const bases = unpackNumbers(weights.bases);
  const importances = unpackNumbers(weights.importances);
  const breadths = unpackNumbers(weights.breadths);
  return weights.topics.split("|").map((template, at) => ({
    ...readTemplate(template),
    factors: factors.subarray(at * rank, (at + 1) * rank),
    base: bases[at] ?? 0,
    importance: importances[at] ?? 2,
    breadth: breadths[at] ?? 1,
  }));
}

/** Makes the function that names the details to ask for; the weights are unpacked once. */
export function createTopics(weights: TopicWeights): TopicModel {
  const { rank, slotMeans } = weights;
  const terms = weights.terms.split("|");
  const known = new Map(terms.map((term, i) => [term, i]));
  const rarities = unpackNumbers(weights.rarities);
  const termFactors = unpackNumbers(weights.termFactors);
  const topics = unpackTopics(weights);
  const findSlots = createSlots(weights.slots);
  const candidatesOf = (text: string): readonly Candidate[] => {
    const tokens = tokenize(text);
    const slots = findSlots(tokens).slice(0, slotMeans.length);
    const vector = weighTerms(subjectTerms(tokens), known, rarities);
    const sure = slotMeans.map((mean, k) => (slots[k]?.probability ?? 0) - mean);
    const indices = [...vector.indices, ...slotMeans.map((_, k) => terms.length + k)];
    const task = projectTask({ indices, values: [...vector.values, ...sure] }, termFactors, rank);
    const weighed = topics
      .map((topic) => ({ topic, weight: Math.min(1, topic.base + dot(task, topic.factors)) }))
      .filter(({ weight }) => weight > 0)
      .sort((left, right) => right.weight - left.weight)
      .slice(0, mostWeighed);
    return weighed.flatMap(({ topic, weight }): Candidate[] => {
      const filled = fill(topic, slots);
      const { importance, breadth } = topic;
      return filled === undefined ? [] : [{ ...filled, weight, importance, breadth }];
    });
  };
  return {
    rank: (text, count) => takeTopics(candidatesOf(text), count),
    familiarity: (text) => {
      const words = new Set(subjectTerms(tokenize(text)).filter((term) => !term.includes(" ")));
      if (words.size === 0) return 1;
      let met = 0;
      for (const word of words) if (known.has(word)) met++;
      return met / words.size;
    },
  };
}
