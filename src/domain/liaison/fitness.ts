import type { ConversationId, PrincipalId } from "../id.ts";
import { DOUBTFUL_BELOW } from "../limits.ts";
import { present } from "../present.ts";
import { DAY_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import type { Liaison } from "./liaison.ts";
import { type Bounded, boundedOf, type Weighted } from "./lower-bound.ts";
import {
  clarityFiguresOf,
  ratedRounds,
  type SelectionRecord,
  selectionRecordsOf,
} from "./selection-records.ts";

/*
 * How good agents are, judged by what people say about their work. A round counts by how surely it was
 * understood and how recent it is; one whose feedback is doubtful does not count. A person who is stricter than others on the same agents is corrected
 * for, and nobody outweighs all others. Silence earns nothing and costs nothing.
 */

export interface FitnessOptions {
  readonly now: Timestamp;
  /** Feedback loses half its weight in this many days. */
  readonly halfLifeDays: number;
}

export interface AgentFitness {
  readonly agent: string;
  /** Absent if no person has said anything. */
  readonly fitness?: Bounded;
  readonly dimensions: Readonly<Record<string, Bounded>>;
  /** The surest failures first, as targets for a change. */
  readonly requirements: readonly (Bounded & {
    readonly requirement_id: string;
    readonly description: string;
    readonly conversation_id: ConversationId;
  })[];
  readonly clarity: ClarityOfAgent;
  readonly accepted: number;
  readonly rejected: number;
  readonly needs_improvement: number;
  /** Finished rounds that nobody has said anything about. */
  readonly unrated: number;
}

/** The fitness of every agent that has done a task, by name. */
export function fitnessOf(
  liaisons: readonly Liaison[],
  options: FitnessOptions,
): readonly AgentFitness[] {
  const rated = liaisons.flatMap((liaison) => ratedOf(liaison, options));
  const leanings = leaningsOf(rated);
  const byAgent = groupBy(rated, ({ agent }) => agent);
  const tasks = groupBy(
    liaisons.filter(({ worker }) => worker !== undefined),
    ({ worker }) => worker?.name ?? "",
  );
  return [...tasks]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([agent, own]) => {
      const voices = byAgent.get(agent) ?? [];
      const counted = countedOf(voices, leanings);
      return {
        agent,
        ...present({ fitness: counted.length === 0 ? undefined : boundedOf(counted.map(wholeOf)) }),
        dimensions: dimensionsOf(counted),
        requirements: requirementsOf(counted),
        clarity: clarityOfAgent(own),
        ...outcomesOf(voices),
        unrated: own.reduce((sum, liaison) => sum + unratedOf(liaison), 0),
      };
    });
}

interface RatedRound extends Voice {
  readonly record: SelectionRecord;
}

function ratedOf(liaison: Liaison, { now, halfLifeDays }: FitnessOptions): readonly RatedRound[] {
  const sure = selectionRecordsOf([liaison]).filter((one) => one.confidence >= DOUBTFUL_BELOW);
  return sure.map((record) => {
    const days = Math.max(0, toMs(now) - toMs(record.at)) / DAY_MS;
    return {
      record,
      person: liaison.person,
      agent: record.agent,
      fitness: record.fitness,
      weight: record.confidence * 2 ** (-days / halfLifeDays),
    };
  });
}

/** A round with the weight of its words and its person's leaning. */
interface Counted {
  readonly record: SelectionRecord;
  readonly weight: number;
  readonly leaning: number;
}

function countedOf(
  voices: readonly RatedRound[],
  leanings: ReadonlyMap<PrincipalId, number>,
): readonly Counted[] {
  const shares = sharesOf(voices);
  return voices.map(({ record, person, weight }) => ({
    record,
    weight: weight * (shares.get(person) ?? 1),
    leaning: leanings.get(person) ?? 0,
  }));
}

function wholeOf({ record, weight, leaning }: Counted): Weighted {
  return { score: corrected(record.fitness, leaning), weight };
}

function corrected(score: number, leaning: number): number {
  return Math.min(1, Math.max(0, score - leaning));
}

function dimensionsOf(counted: readonly Counted[]): Readonly<Record<string, Bounded>> {
  const said = counted.flatMap(({ record, weight, leaning }) =>
    Object.entries(record.dimensions).map(([dimension, { score, confidence }]) => ({
      dimension,
      score: corrected(score, leaning),
      weight: weight * confidence,
    })),
  );
  const sorted = [...groupBy(said, ({ dimension }) => dimension)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return Object.fromEntries(
    sorted.map(([dimension, evidence]) => [dimension, boundedOf(evidence)]),
  );
}

function requirementsOf(counted: readonly Counted[]): AgentFitness["requirements"] {
  const said = counted.flatMap(({ record, weight, leaning }) =>
    record.requirements.map(({ requirement_id, description, score, confidence }) => ({
      requirement_id,
      description,
      conversation_id: record.conversation_id,
      score: corrected(score, leaning),
      weight: weight * confidence,
    })),
  );
  const groups = groupBy(said, (one) => `${one.conversation_id} ${one.requirement_id}`);
  return [...groups.values()]
    .flatMap((evidence) =>
      evidence.slice(0, 1).map(({ score: _score, weight: _weight, ...requirement }) => ({
        ...requirement,
        ...boundedOf(evidence),
      })),
    )
    .sort(
      (one, other) =>
        one.lower - other.lower || (one.requirement_id < other.requirement_id ? -1 : 1),
    );
}

function outcomesOf(voices: readonly RatedRound[]) {
  const count = (status: SelectionRecord["acceptance_status"]) =>
    voices.filter(({ record }) => record.acceptance_status === status).length;
  return {
    accepted: count("accepted"),
    rejected: count("rejected"),
    needs_improvement: count("needs_improvement"),
  };
}

function unratedOf(liaison: Liaison): number {
  const rated = new Set(ratedRounds(liaison).map(({ round }) => round));
  const done = new Set(liaison.results.map(({ round }) => round));
  return [...done].filter((round) => !rated.has(round)).length;
}

/** How well tasks were understood before they began; all figures but the score are means over tasks. */
export interface ClarityOfAgent {
  readonly tasks: number;
  readonly questions: number;
  readonly turns: number;
  readonly corrections: number;
  /** 0 to 1; 0 without tasks. */
  readonly score: number;
}

/** The score is multiplied by these for each question and each correction. */
const QUESTION = 0.95;
const CORRECTION = 0.7;

/**
 * Covers the tasks that passed the gate. A task scores its specification's confidence · 0.95^questions ·
 * 0.7^corrections: it should be confident, need few questions, and stand uncorrected.
 */
function clarityOfAgent(liaisons: readonly Liaison[]): ClarityOfAgent {
  const figures = liaisons.map((liaison) => ({
    tasks: gatesOf(liaison),
    ...clarityFiguresOf(liaison),
  }));
  const passed = figures.filter(({ tasks }) => tasks > 0);
  const tasks = passed.reduce((sum, one) => sum + one.tasks, 0);
  const perTask = (figureOf: (one: (typeof passed)[number]) => number) =>
    tasks === 0 ? 0 : passed.reduce((sum, one) => sum + figureOf(one), 0) / tasks;
  return {
    tasks,
    questions: perTask(({ questions }) => questions),
    turns: perTask(({ turns }) => turns),
    corrections: perTask(({ corrections }) => corrections),
    score: perTask(
      (one) =>
        one.tasks *
        one.specification_confidence *
        QUESTION ** (one.questions / one.tasks) *
        CORRECTION ** (one.corrections / one.tasks),
    ),
  };
}

/** How often a specification was good enough to begin. */
function gatesOf({ phase_transitions }: Liaison): number {
  return phase_transitions.filter(
    ({ from, to }) => from === "problem_definition" && to === "awaiting_task_completion",
  ).length;
}

/** What one person said about one round of an agent. */
export interface Voice {
  readonly person: PrincipalId;
  readonly agent: string;
  /** The fitness of the round, 0 to 1. */
  readonly fitness: number;
  /** 1 is one whole feedback. */
  readonly weight: number;
}

/** A person counts as strict or lenient only after this many rounds, with this many agents. */
const MIN_ROUNDS = 3;
const MIN_AGENTS = 2;
/** This many rounds of agreement with others are assumed. */
const SHRINK = 3;

/**
 * How far each person rates above the others on the same agents: the mean of their deviations from
 * what others say, shrunk by `SHRINK` rounds without one. People who rate little, or agents that nobody
 * else rates, are not corrected.
 */
function leaningsOf(voices: readonly Voice[]): ReadonlyMap<PrincipalId, number> {
  const ofAgents = groupBy(voices, ({ agent }) => agent);
  const people = groupBy(voices, ({ person }) => person);
  return new Map([...people].map(([person, own]) => [person, leaningOf(own, ofAgents)]));
}

function leaningOf(own: readonly Voice[], ofAgents: ReadonlyMap<string, readonly Voice[]>): number {
  const agents = groupBy(own, ({ agent }) => agent);
  if (own.length < MIN_ROUNDS || agents.size < MIN_AGENTS) return 0;
  const deviations = [...agents].flatMap(([agent, rounds]) => {
    const others = ofAgents.get(agent)?.filter(({ person }) => person !== own[0]?.person) ?? [];
    const expected = meanOf(others);
    return expected === undefined ? [] : rounds.map(({ fitness }) => fitness - expected);
  });
  return deviations.reduce((sum, one) => sum + one, 0) / (deviations.length + SHRINK);
}

function meanOf(voices: readonly Voice[]): number | undefined {
  const weight = voices.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0) return undefined;
  return voices.reduce((sum, one) => sum + one.fitness * one.weight, 0) / weight;
}

/** This many whole feedbacks of one person count if nobody else speaks; fewer the more others do. */
const ALONE = 8;

/**
 * The factor for each person's words on one agent, so that nobody dominates. Together they weigh at
 * most as much as everybody else's, or as ALONE/(1 + others) feedbacks if that is more.
 */
function sharesOf(voices: readonly Voice[]): ReadonlyMap<PrincipalId, number> {
  const people = [...groupBy(voices, ({ person }) => person)];
  const weights = people.map(([, own]) => own.reduce((sum, one) => sum + one.weight, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(
    people.map(([person], at) => {
      const weight = weights[at] ?? 0;
      const bound = Math.max(total - weight, ALONE / people.length);
      return [person, weight === 0 ? 1 : Math.min(1, bound / weight)];
    }),
  );
}

function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
