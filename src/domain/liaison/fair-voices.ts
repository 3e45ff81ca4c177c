import type { PrincipalId } from "../id.ts";

/** What one person said of one round of an agent. */
export interface Voice {
  readonly person: PrincipalId;
  readonly agent: string;
  /** Of the round, 0 to 1. */
  readonly fitness: number;
  /** 1 is one whole feedback. */
  readonly weight: number;
}

/** A person is taken for strict or lenient only with so many rounds, of so many agents. */
const MIN_ROUNDS = 3;
const MIN_AGENTS = 2;
/** So many rounds of agreement with the others are taken for given. */
const SHRINK = 3;

/**
 * How far each person stands above the others, where they rate the same agents: the mean of their
 * deviations from what others say of the agent, shrunk by `SHRINK` rounds of none. People who rate little, or
 * what nobody else rates, are taken as they are.
 */
export function leaningsOf(voices: readonly Voice[]): ReadonlyMap<PrincipalId, number> {
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

/** So many whole feedbacks of one person count where nobody else speaks; the more others, the fewer. */
const ALONE = 8;

/**
 * What each person's words on one agent are multiplied by, so that nobody dominates: together they weigh
 * at most as much as those of all others, or, where that is more, as ALONE/(1 + others) feedbacks.
 */
export function sharesOf(voices: readonly Voice[]): ReadonlyMap<PrincipalId, number> {
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

export function groupBy<T, K>(
  all: readonly T[],
  keyOf: (one: T) => K,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
