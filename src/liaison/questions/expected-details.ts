import { present } from "../../domain/present.ts";
import type { KnownCase } from "../../ports/model/understanding.ts";
import { GENERIC_CASE, slotKindOf } from "../cases/library.ts";
import type { CaseSlot, TaskCase } from "../cases/task-case.ts";
import { kindOfTopic } from "../cases/topic-kind.ts";
import type { RankedTopic } from "../learned/learned-models.ts";
import { type Detail, isSameDetail } from "./detail.ts";
import { isOperation, isOutOfPlace } from "./out-of-place.ts";
import { isAskable, wordQuestion } from "./word-question.ts";

/** How often people turned out to want a detail of the library, and one that any task may lack. */
const LIBRARY_WANTED = 0.45;
const GENERIC_WANTED = 0.25;
/**
 * For tasks that the examples know, they know better; this share of the library's details was
 * wanted there.
 */
const BESIDE_EXAMPLES = 0.13;
/** The examples know a task if they contain more than this share of its words. */
const FAMILIAR = 0.5;
const MAX_IMPORTANCE = 3;
/**
 * Less probable details are noise. For tasks that the examples hardly know, only very sure ones
 * count.
 */
const LEAST_WEIGHT = 0.17;
const LEAST_UNFAMILIAR = 0.6;
const AGREEMENT = 0.2;
const LEARNED = {
  why: "People who asked for something similar were asked for it.",
  isLearned: true,
} as const;
/** Limit of learned details; more would only draw a conversation out. */
const MAX_LEARNED = 4;
const MAX_DETAILS = 40;

export interface ExpectedInput {
  readonly found: TaskCase | undefined;
  readonly learned: readonly RankedTopic[];
  /** The share of the task's words that the examples contain. */
  readonly familiarity: number;
  readonly cases: readonly KnownCase[];
  readonly task: string;
  /** Terms of the task, as `caseTerms` makes them. */
  readonly terms: readonly string[];
}

/** Tasks with less in common are not similar. */
const LEAST_SIMILARITY = 0.25;
const MAX_CASES = 2_000;
const MAX_TOPICS = 30;
/** How much one case of the same task counts for or against a detail. */
const WEIGHT = 0.5;
const IMPORTANCE = 0.7;

interface Vote {
  readonly known: KnownCase;
  readonly similarity: number;
}

/** What a task of this kind may need to know, most valuable first, each detail once. */
export function expectedDetails(input: ExpectedInput): readonly Detail[] {
  const { found } = input;
  const wanted = wantedShare(input);
  const own = (found ?? GENERIC_CASE).slots.map((slot) => libraryDetail(slot, wanted, found));
  const merged = input.learned
    .filter(({ topic }) => isAskable(topic) && !isOutOfPlace(topic, input.task))
    .reduce<readonly Detail[]>((details, ranked) => withLearned(details, ranked, input), own);
  return [...withKnownCases(merged, input)]
    .sort((one, other) => other.value - one.value)
    .slice(0, MAX_DETAILS);
}

function wantedShare(input: ExpectedInput): number {
  if (isFamiliar(input)) return BESIDE_EXAMPLES;
  return input.found === undefined ? GENERIC_WANTED : LIBRARY_WANTED;
}

/** Whether the examples have tasks like this one; without them there is only the library. */
function isFamiliar({ found, familiarity, learned, task }: ExpectedInput): boolean {
  return learned.length > 0 && familiarity > FAMILIAR && !(found && isOperation(task));
}

function libraryDetail(slot: CaseSlot, wanted: number, found: TaskCase | undefined): Detail {
  const { topic, kind, importance, question, options } = slot;
  const why =
    found === undefined ? "Most tasks need it." : `A task like this (${found.name}) needs it.`;
  return {
    topic,
    kind,
    importance,
    question,
    options,
    why,
    value: wanted * importance,
    ...present({ default: slot.default }),
  };
}

/**
 * Adds what the library lacks. A detail that it has keeps its question and takes the higher value.
 */
function withLearned(
  details: readonly Detail[],
  ranked: RankedTopic,
  input: ExpectedInput,
): readonly Detail[] {
  const worded = wordQuestion(ranked.topic);
  const named = { topic: worded.topic, kind: kindOfTopic(worded.topic) };
  const at = details.findIndex((detail) => isSameDetail(detail, named));
  const same = details[at];
  if (same !== undefined) {
    if (same.isLearned === true) return details;
    return details.with(at, agreed(same, { ranked, topic: worded.topic }, input));
  }
  const count = details.filter(({ isLearned }) => isLearned).length;
  const least = isFamiliar(input) ? LEAST_WEIGHT : LEAST_UNFAMILIAR;
  if (ranked.weight < least || count >= MAX_LEARNED) return details;
  const importance = Math.min(ranked.importance / MAX_IMPORTANCE, 1);
  return [...details, { ...worded, ...named, importance, value: ranked.worth, ...LEARNED }];
}

interface Agreement {
  readonly ranked: RankedTopic;
  readonly topic: string;
}

/** A detail of the library that was learned as well: its own question, under the fuller name. */
function agreed(detail: Detail, { ranked, topic }: Agreement, input: ExpectedInput): Detail {
  if (isFamiliar(input)) {
    return { ...detail, topic, value: Math.max(detail.value, ranked.worth), ...LEARNED };
  }
  const learned = ranked.worth * (ranked.importance / MAX_IMPORTANCE);
  const value = Math.max(detail.value, learned) + AGREEMENT * Math.min(detail.value, learned);
  return { ...detail, value: Math.min(1, value) };
}

/**
 * Adjusts the details by what was asked about similar tasks here: up if people answered, down if
 * they left it to us. Details that were asked and answered only here are added.
 */
function withKnownCases(
  details: readonly Detail[],
  { cases, terms }: { readonly cases: readonly KnownCase[]; readonly terms: readonly string[] },
): readonly Detail[] {
  return [...votesOf(cases, new Set(terms))].reduce(applyVote, details);
}

/** For each topic, the case most similar to the task. */
function votesOf(cases: readonly KnownCase[], terms: ReadonlySet<string>): readonly Vote[] {
  const best = new Map<string, Vote>();
  for (const known of cases.slice(0, MAX_CASES)) {
    const similarity = similarityOf(known.terms, terms);
    if (similarity < LEAST_SIMILARITY) continue;
    const key = known.topic.toLowerCase();
    const earlier = best.get(key);
    if (earlier === undefined || earlier.similarity < similarity) {
      best.set(key, { known, similarity });
    }
  }
  return [...best.values()]
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, MAX_TOPICS);
}

/** Cosine of two sets. */
function similarityOf(words: readonly string[], terms: ReadonlySet<string>): number {
  if (words.length === 0 || terms.size === 0) return 0;
  let common = 0;
  for (const word of words) if (terms.has(word)) common += 1;
  return common / Math.sqrt(words.length * terms.size);
}

function applyVote(details: readonly Detail[], { known, similarity }: Vote): readonly Detail[] {
  const { topic, question, options, isAnswered } = known;
  const named = { topic, kind: slotKindOf(topic) };
  const weight = WEIGHT * similarity;
  const at = details.findIndex((detail) => isSameDetail(detail, named));
  if (at !== -1) {
    const change = (value: number) =>
      isAnswered ? value + (1 - value) * weight : value * (1 - weight);
    return details.map((detail, index) =>
      index === at ? { ...detail, value: change(detail.value) } : detail,
    );
  }
  if (!isAnswered) return details;
  const why = "It was asked about a similar task here and answered.";
  return [...details, { ...named, question, options, why, importance: IMPORTANCE, value: weight }];
}
