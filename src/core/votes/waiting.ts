import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { Statement, Statements } from "../../domain/votes/statement.ts";
import { statementRefused } from "./refused.ts";
import { changeOf, groupsWith, type Place, type Stated, tryEntry } from "./signer-groups.ts";

interface Waiting {
  readonly place: Place;
  readonly waiting: readonly Stated[];
}

type Settled =
  | { readonly entry: SignerEntry; readonly used: readonly Stated[] }
  | { readonly entry?: never };

/**
 * The entry that a statement makes with those that wait. Throws NOT_ALLOWED for a statement that the rules
 * refuse for a reason of its own; that too few have signed is none.
 */
export function settle(
  one: Stated,
  { place, waiting, statements }: Waiting & { readonly statements: Statements },
): Settled {
  const change = changeOf(one);
  const tryGroup = (group: readonly Stated[]) =>
    tryEntry(place, { change, signed: group.map(({ signed }) => signed) }, statements);
  const { fault: own } = tryGroup([one]);
  if (own !== undefined && own !== "wrong_people") throw statementRefused(own);
  const tried = groupsWith(one, waiting).map((group) => ({ group, ...tryGroup(group) }));
  for (const { group, entry } of tried) {
    if (entry === undefined) continue;
    return { entry, used: group.filter((stated) => stated !== one) };
  }
  // What others have signed may have come to nothing meanwhile; how strong it is and when is its own.
  const fault = tried.find((each) => each.fault === "too_soon" || each.fault === "weaker")?.fault;
  if (fault !== undefined) throw statementRefused(fault);
  return {};
}

/** Throws NOT_ALLOWED for a statement that no other could make an entry. */
export function assertMayWait(
  { signed: { statement } }: Stated,
  { place, waiting }: Waiting,
): void {
  const people = place.set?.people;
  switch (statement.purpose) {
    case "earshot.enrol": {
      const isKnown = people?.has(statement.voter) === true;
      if (place.set === undefined || isKnown === (statement.as === "introduction")) {
        throw statementRefused("wrong_people");
      }
      return;
    }
    case "earshot.admit":
      assertAdmits(statement, waiting);
      return;
    case "earshot.end":
    case "earshot.owner":
      // One of the owners who are needed; their own end or resignation would have made an entry.
      if (people?.get(statement.voter)?.owner === true && people.has(statement.person)) return;
      throw statementRefused("wrong_people");
    default:
      throw statementRefused("malformed");
  }
}

/** It names an enrolment that waits, and nobody lets themselves in but by another signer of theirs. */
function assertAdmits(
  { as, person, enrol, voter }: Extract<Statement, { readonly purpose: "earshot.admit" }>,
  waiting: readonly Stated[],
): void {
  const enrolled = waiting.find(({ digest }) => digest === enrol)?.signed.statement;
  if (enrolled?.purpose !== "earshot.enrol") throw statementRefused("not_waiting");
  const isMeant = enrolled.as === as && enrolled.voter === person;
  if (!isMeant || (voter === person) !== (as === "own")) throw statementRefused("wrong_people");
  const isSecond = waiting.some(
    ({ signed: { statement } }) =>
      statement.purpose === "earshot.admit" &&
      statement.enrol === enrol &&
      statement.voter === voter,
  );
  if (isSecond) throw statementRefused("used_again");
}
