import type { PersonPrincipal, Principal } from "../people/principal.ts";
import { type Approvers, type Demand, isAmong, type Vote, type Wanted } from "./authorization.ts";

/*
 * Who fills which place of a demand. Every count of votes, and every comparison of two demands, goes
 * through `matching`: nobody fills two places, and nobody stands in the way of a better division.
 */

type People = Pick<Demand, "approvers" | "quorum" | "wanted">;
type Person = Pick<Principal, "name"> & Partial<Pick<PersonPrincipal, "role">>;
type Given = Pick<Vote, "by" | "fits">;
/** The entries of a list, by index, that somebody could meet. */
export type Fits = readonly number[];

/** How many of which people; a demand without a list wants all of the same. */
export function wantedOf({ wanted, approvers, quorum }: People): readonly Wanted[] {
  return wanted ?? [{ count: quorum, approvers }];
}

/** What a list demands in all. */
export function peopleOf(
  wanted: readonly Wanted[],
): Required<Pick<Demand, "approvers" | "quorum" | "wanted">> {
  const quorum = wanted.reduce((sum, { count }) => sum + count, 0);
  return { approvers: togetherOf(wanted.map(({ approvers }) => approvers)), quorum, wanted };
}

/** Which entries of the list the person could meet; undefined where the demand has no list. */
export function fitsOf({ wanted }: People, person: Person): Fits | undefined {
  return wanted?.flatMap(({ approvers }, index) => (isAmong(approvers, person) ? [index] : []));
}

/**
 * How many are still missing of which people, without those who have voted; empty once all places are
 * filled. Who could fill a place because somebody else takes another counts as well.
 */
export function stillWanted(demand: People, votes: readonly Given[]): readonly Wanted[] {
  const wanted = wantedOf(demand);
  const fits = fitsOfVotes(demand, votes);
  const taken = takenOf(wanted, matching(countsOf(demand), fits));
  const voters = new Set(votes.map(({ by }) => by.name));
  return wanted.flatMap(({ count }, open) => {
    const left = count - (taken[open] ?? 0);
    if (left === 0) return [];
    const counts = taken.map((one, index) => (index === open ? count : one));
    const able = wanted.filter((_, index) => isMore(counts, fits, [index]));
    const { names, roles } = togetherOf(able.map(({ approvers }) => approvers));
    const others = names.filter((name) => !voters.has(name));
    return [{ count: left, approvers: { names: others, roles } }];
  });
}

/** How many more have to approve. */
export function missingVotes(demand: People, votes: readonly Given[]): number {
  return stillWanted(demand, votes).reduce((sum, { count }) => sum + count, 0);
}

/** Whether one more vote is a step: all places are filled, or somebody who fits these fills one. */
export function hasPlaceFor(demand: People, votes: readonly Given[], fits: Fits): boolean {
  if (demand.wanted === undefined || missingVotes(demand, votes) === 0) return true;
  return isMore(countsOf(demand), fitsOfVotes(demand, votes), fits);
}

/** Everybody who could fill a place that is open; of a full demand, everybody it names. */
export function openApprovers(demand: People, votes: readonly Given[]): Approvers {
  const { wanted, approvers } = demand;
  if (wanted === undefined) return approvers;
  const open = wanted.filter((_, index) => hasPlaceFor(demand, votes, [index]));
  return togetherOf(open.map((entry) => entry.approvers));
}

/** Those of the people who fill all places, the first ones preferred; undefined if they cannot. */
export function fillingOf<P extends Person>(
  demand: People,
  people: readonly P[],
): readonly P[] | undefined {
  const fits = people.map((person) => fitsOf(demand, person) ?? [0]);
  const met = matching(countsOf(demand), fits);
  const chosen = people.filter((_, index) => met[index] !== undefined);
  return chosen.length === demand.quorum ? chosen : undefined;
}

/** Whether whoever has met the one demand has met the other, too. */
export function isMetBy(other: People, one: People): boolean {
  const wanted = wantedOf(other);
  const fits = placesOf(one).map((place) =>
    wanted.flatMap(({ approvers }, index) => (isWithin(place, approvers) ? [index] : [])),
  );
  return sizeOf(matching(countsOf(other), fits)) === other.quorum;
}

/** A list that meets both; where one asks for some of the other's people, they count for both. */
export function bothWanted(one: People, other: People): readonly Wanted[] {
  const places = [...placesOf(one)];
  const free = new Set(places.keys());
  for (const place of placesOf(other)) {
    const found = sharedWith(place, places, free);
    if (found === undefined) {
      places.push(place);
      continue;
    }
    free.delete(found);
    if (isWithin(place, places[found] ?? place)) places[found] = place;
  }
  return counted(places);
}

/** The free place of the same people, or else one of more or fewer. */
function sharedWith(
  place: Approvers,
  places: readonly Approvers[],
  free: ReadonlySet<number>,
): number | undefined {
  const holds = (index: number) => isWithin(place, places[index] ?? NOBODY);
  const isHeld = (index: number) => isWithin(places[index] ?? NOBODY, place);
  const all = [...free];
  return (
    all.find((index) => holds(index) && isHeld(index)) ??
    all.find((index) => holds(index) || isHeld(index))
  );
}

/** All of them in one. */
function togetherOf(all: readonly Approvers[]): Approvers {
  return {
    names: [...new Set(all.flatMap(({ names }) => names))],
    roles: [...new Set(all.flatMap(({ roles }) => roles))],
  };
}

const NOBODY: Approvers = { names: [], roles: [] };

/** Only owners and approvers decide, so their two roles are everybody but end users. */
function isWithin(some: Approvers, all: Approvers): boolean {
  const isEverybody = all.roles.includes("owner") && all.roles.includes("approver");
  if (isEverybody && !some.roles.includes("end_user")) return true;
  return (
    some.names.every((name) => all.names.includes(name)) &&
    some.roles.every((role) => all.roles.includes(role))
  );
}

function placesOf(demand: People): readonly Approvers[] {
  return wantedOf(demand).flatMap(({ count, approvers }) =>
    Array<Approvers>(count).fill(approvers),
  );
}

function counted(places: readonly Approvers[]): readonly Wanted[] {
  const same = Map.groupBy(places, (place) => JSON.stringify(place));
  return [...same.values()].flatMap(([approvers, ...more]) =>
    approvers === undefined ? [] : [{ count: more.length + 1, approvers }],
  );
}

/** Two votes of one person fill one place. */
function fitsOfVotes({ wanted }: People, votes: readonly Given[]): readonly Fits[] {
  const seen = new Set<string>();
  return votes.map(({ by, fits = [] }) => {
    const isAgain = seen.has(by.principal);
    seen.add(by.principal);
    if (isAgain) return [];
    return wanted === undefined ? [0] : fits;
  });
}

function countsOf(demand: People): readonly number[] {
  return wantedOf(demand).map(({ count }) => count);
}

function takenOf(
  wanted: readonly Wanted[],
  met: readonly (number | undefined)[],
): readonly number[] {
  return wanted.map((_, index) => met.filter((one) => one === index).length);
}

function isMore(counts: readonly number[], before: readonly Fits[], fits: Fits): boolean {
  return sizeOf(matching(counts, [...before, fits])) > sizeOf(matching(counts, before));
}

function sizeOf(met: readonly (number | undefined)[]): number {
  return met.filter((one) => one !== undefined).length;
}

/**
 * Fills as many places as can be filled, by augmenting paths: for each person the entry that they
 * meet. Whoever came first keeps a place, though perhaps another.
 */
export function matching(
  counts: readonly number[],
  fits: readonly Fits[],
): readonly (number | undefined)[] {
  const places = counts.flatMap((count, entry) => Array<number>(count).fill(entry));
  const holders = new Map<number, number>();

  function seat(person: number, tried: Set<number>): boolean {
    for (const [place, entry] of places.entries()) {
      if (tried.has(place) || fits[person]?.includes(entry) !== true) continue;
      tried.add(place);
      const holder = holders.get(place);
      if (holder !== undefined && !seat(holder, tried)) continue;
      holders.set(place, person);
      return true;
    }
    return false;
  }

  for (const person of fits.keys()) seat(person, new Set());
  const met = new Map([...holders].map(([place, person]) => [person, places[place]]));
  return fits.map((_, person) => met.get(person));
}
