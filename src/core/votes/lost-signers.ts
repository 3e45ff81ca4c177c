import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { SignerSet } from "../../domain/votes/signer-chain.ts";
import {
  ALONE_WAIT_MS,
  type People,
  type SigningPerson,
} from "../../domain/votes/signer-changes.ts";
import { statementRefused } from "./refused.ts";
import { isEnrol, type Stated } from "./signer-groups.ts";

/**
 * The recovery of an owner whom too few are left to let in again, which the server writes once a day has
 * passed. Throws NOT_ALLOWED while others could admit it: whoever pins the chain follows that, and not this.
 */
export function lostGroup(
  digest: string,
  {
    waiting,
    set,
    voter,
    now,
  }: {
    readonly waiting: readonly Stated[];
    readonly set: SignerSet | undefined;
    readonly voter: string;
    readonly now: Timestamp;
  },
): readonly Stated[] {
  const enrol = waiting.find((one) => one.digest === digest);
  if (enrol === undefined || !isEnrol(enrol.signed) || enrol.signed.statement.as !== "recovery") {
    throw statementRefused("not_waiting");
  }
  const { statement } = enrol.signed;
  if (statement.voter !== voter) throw statementRefused("other_voter");
  const people = set?.people ?? new Map<string, SigningPerson>();
  if (people.get(voter)?.owner !== true) throw statementRefused("wrong_people");
  const others = [...people.values()].filter((one) => one.id !== voter && canSign(one));
  if (canBeAdmitted(people, { voter, others })) throw statementRefused("wrong_people");
  if (toMs(now) - toMs(statement.at) < ALONE_WAIT_MS) throw statementRefused("too_soon");
  const owners = others.filter(({ owner }) => owner).map(({ id }) => id);
  if (owners.length === 0) return [enrol];
  // Whoever is left as an owner agrees.
  const admit = waiting.find(({ signed: { statement: said } }) => {
    return said.purpose === "earshot.admit" && said.enrol === digest && owners.includes(said.voter);
  });
  if (admit === undefined) throw statementRefused("wrong_people");
  return [enrol, admit];
}

function canSign({ signers }: SigningPerson): boolean {
  return signers.some(({ until }) => until === undefined);
}

/** Whether enough people have signers to let them in again by the rules of the chain. */
function canBeAdmitted(
  people: People,
  { voter, others }: { readonly voter: string; readonly others: readonly SigningPerson[] },
): boolean {
  const owners = others.filter(({ owner }) => owner);
  const allOwners = [...people.values()].filter(({ owner, id }) => owner && id !== voter);
  return owners.length > 0 && (allOwners.length > 1 ? owners : others).length > 1;
}
