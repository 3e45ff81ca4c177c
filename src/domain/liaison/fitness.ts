import type { ConversationId, PrincipalId } from "../id.ts";
import { present } from "../present.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import { type ClarityOfAgent, clarityOfAgent } from "./agent-clarity.ts";
import { groupBy, leaningsOf, sharesOf, type Voice } from "./fair-voices.ts";
import type { Liaison } from "./liaison.ts";
import { type Bounded, boundedOf, type Weighted } from "./lower-bound.ts";
import { ratedRounds, type SelectionRecord, selectionRecordsOf } from "./selection-records.ts";

export { selectionRecordsOf } from "./selection-records.ts";

/*
 * How well agents do by what people say of their work. A round counts by how surely it was understood
 * and how long ago it was; a person who is stricter than others on the same agents is corrected for,
 * and nobody outweighs all others. What nobody has spoken of earns nothing and costs nothing.
 */

export interface FitnessOptions {
  readonly now: Timestamp;
  /** Feedback loses half its weight in so many days. */
  readonly halfLifeDays: number;
}

export interface AgentFitness {
  readonly agent: string;
  /** Absent where no person has said anything. */
  readonly fitness?: Bounded;
  readonly dimensions: Readonly<Record<string, Bounded>>;
  /** What failed most surely first: a change can be aimed at it. */
  readonly requirements: readonly (Bounded & {
    readonly requirement_id: string;
    readonly description: string;
    readonly conversation_id: ConversationId;
  })[];
  readonly clarity: ClarityOfAgent;
  readonly accepted: number;
  readonly rejected: number;
  readonly needs_improvement: number;
  /** Rounds that are done and of which nobody has said anything. */
  readonly unrated: number;
}

const DAY_MS = 86_400_000;

/** Of every agent that has done a task, by name. */
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
  return selectionRecordsOf([liaison]).map((record) => {
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

/** A round with what its words count for, and how far its person stands above the others. */
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
