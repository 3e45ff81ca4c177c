import type { ConversationId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Acceptance, FeedbackMetrics } from "./feedback.ts";
import { type Liaison, type RoundFeedback, standingFeedback, taskOfRound } from "./liaison.ts";

interface Rated {
  readonly score: number;
  readonly confidence: number;
}

interface RatedRequirement extends Rated {
  readonly requirement_id: string;
  readonly description: string;
  readonly importance: number;
}

export interface ClarityFigures {
  readonly questions: number;
  readonly turns: number;
  readonly corrections: number;
  readonly specification_confidence: number;
}

/** What a person said about one round of one task, for choosing among variants of an agent. */
export interface SelectionRecord {
  readonly conversation_id: ConversationId;
  readonly task_id: string;
  readonly round: number;
  readonly agent: string;
  readonly at: Timestamp;
  /** 0 to 1: the mean over dimensions, by their weight and confidence. */
  readonly fitness: number;
  readonly confidence: number;
  readonly acceptance_status: Acceptance;
  readonly dimensions: Readonly<Record<string, Rated>>;
  readonly requirements: readonly RatedRequirement[];
  readonly improvement_suggestions: readonly string[];
  readonly clarity: ClarityFigures;
}

/**
 * One record, oldest first, for each round whose worker is known and which the person has judged.
 * Silence, and words that say nothing about the result, give no record.
 */
export function selectionRecordsOf(liaisons: readonly Liaison[]): readonly SelectionRecord[] {
  return liaisons
    .flatMap((liaison) => ratedRounds(liaison).map((feedback) => recordOf(liaison, feedback)))
    .sort((one, other) => compare(keyOf(one), keyOf(other)));
}

function keyOf({ at, conversation_id, round }: SelectionRecord): string {
  return `${at} ${conversation_id} ${String(round).padStart(6, "0")}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The last feedback on each round that has any. */
export function ratedRounds(liaison: Liaison): readonly RoundFeedback[] {
  const { worker } = liaison;
  if (worker === undefined) return [];
  const last = new Map(standingFeedback(liaison).map((one) => [one.round, one]));
  return [...last.values()].filter(({ metrics }) => saysSomething(metrics));
}

function saysSomething({
  dimension_feedback,
  interpretation_confidence,
}: FeedbackMetrics): boolean {
  return (
    interpretation_confidence > 0 && dimension_feedback.some(({ confidence }) => confidence > 0)
  );
}

function recordOf(liaison: Liaison, { round, at, metrics }: RoundFeedback): SelectionRecord {
  const rated = metrics.dimension_feedback.filter(({ confidence }) => confidence > 0);
  return {
    conversation_id: liaison.id,
    task_id: taskOfRound(liaison, round),
    round,
    agent: liaison.worker?.name ?? "",
    at,
    fitness: fitnessOfDimensions(rated),
    confidence: metrics.interpretation_confidence,
    acceptance_status: metrics.acceptance_status,
    dimensions: Object.fromEntries(
      rated.map(({ dimension, score, confidence }) => [dimension, { score, confidence }]),
    ),
    requirements: requirementsOf(metrics, liaison),
    improvement_suggestions: metrics.improvement_suggestions,
    clarity: clarityFiguresOf(liaison),
  };
}

/** Includes requirements that a later version dropped: the round was measured by them. */
function requirementsOf(
  { requirement_feedback }: FeedbackMetrics,
  { specifications }: Liaison,
): readonly RatedRequirement[] {
  const known = new Map(
    specifications.flatMap(({ requirements }) => requirements).map((one) => [one.id, one]),
  );
  return requirement_feedback.flatMap(({ requirement_id, score, confidence }) => {
    const requirement = known.get(requirement_id);
    if (requirement === undefined) return [];
    const { description, importance } = requirement;
    return [{ requirement_id, description, importance, score, confidence }];
  });
}

/** What it took to understand the need, over the whole conversation. */
export function clarityFiguresOf({
  clarifications,
  outcomes,
  specifications,
  published,
}: Liaison): ClarityFigures {
  const version = specifications.findLast((one) => one.version === published);
  return {
    questions: clarifications.length,
    turns: new Set(clarifications.map(({ asked_in }) => asked_in)).size,
    corrections: outcomes.filter(({ accepted }) => !accepted).length,
    specification_confidence: (version ?? specifications.at(-1))?.confidence.score ?? 0,
  };
}

/*
 * The weight of each dimension in the fitness of a result's maker. A result that is wrong or not what
 * was asked for fails, however good it is otherwise. What people say about the whole is their own
 * summary. Few tasks ask for imagination. Dimensions that people raise themselves count a little less
 * than clarity: they matter to this person, but others may not look at them.
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

/** f = Σ w·score·confidence / Σ w·confidence over dimensions; 0.5 if nothing was said about any. */
function fitnessOfDimensions(dimensions: readonly DimensionScore[]): number {
  let [sum, weight] = [0, 0];
  for (const { dimension, score, confidence } of dimensions) {
    const counts = weightOfDimension(dimension) * confidence;
    sum += counts * score;
    weight += counts;
  }
  return weight === 0 ? 0.5 : sum / weight;
}
