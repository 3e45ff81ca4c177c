import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import {
  type ChainFault,
  followSigners,
  type SignerEntry,
  type SignerSet,
} from "../../domain/votes/signer-chain.ts";
import type { SignerChange } from "../../domain/votes/signer-changes.ts";
import type { SignedStatement, StatementOf, Statements } from "../../domain/votes/statement.ts";

/** A statement on who may sign, by what is signed of it. */
export interface Stated {
  readonly digest: string;
  readonly signed: SignedStatement;
}

/** Where the next entry goes. */
export interface Place {
  readonly deployment: string;
  readonly workspace: string;
  readonly set: SignerSet | undefined;
  readonly now: Timestamp;
}

export type Tried =
  | { readonly entry: SignerEntry; readonly set: SignerSet; readonly fault?: never }
  | { readonly entry?: never; readonly fault: ChainFault };

/** The next entry, if the rules of the chain follow it. */
export function tryEntry(
  { deployment, workspace, set, now }: Place,
  { change, signed }: Pick<SignerEntry, "change" | "signed">,
  statements: Statements,
): Tried {
  const entry: SignerEntry = {
    v: 1,
    deployment,
    workspace,
    seq: (set?.seq ?? 0) + 1,
    ...present({ previous: set?.head }),
    at: set !== undefined && set.at > now ? set.at : now,
    change,
    signed,
  };
  const followed = followSigners([entry], { set, now }, statements);
  return followed.set === undefined ? { fault: followed.fault.code } : { entry, set: followed.set };
}

/** What a statement changes once enough have signed. */
export function changeOf({ signed: { statement } }: Stated): SignerChange {
  if (statement.purpose === "earshot.enrol" || statement.purpose === "earshot.admit") {
    return statement.as;
  }
  return statement.purpose === "earshot.owner" ? "owner" : "end";
}

/**
 * All that could make an entry of the new statement and those that wait: itself alone, and with one or two
 * that mean the same. The rules of the chain choose; the first admission in an entry is an owner's, so that
 * each order is one of these.
 */
export function groupsWith(
  one: Stated,
  waiting: readonly Stated[],
): readonly (readonly Stated[])[] {
  const alike = waiting.filter((other) => meansSame(one, other));
  const enrol = [one, ...alike].find(({ signed }) => isEnrol(signed));
  const words = [one, ...alike].filter(({ signed }) => !isEnrol(signed));
  const front = enrol === undefined ? [] : [enrol];
  const groups = [
    [],
    ...words.map((word) => [word]),
    ...words.flatMap((word) => words.filter((other) => other !== word).map((b) => [word, b])),
  ].map((group) => [...front, ...group]);
  return groups.filter((group) => group.includes(one));
}

export function isEnrol(
  signed: SignedStatement,
): signed is SignedStatement & { readonly statement: StatementOf<"earshot.enrol"> } {
  return signed.statement.purpose === "earshot.enrol";
}

function meansSame(one: Stated, other: Stated): boolean {
  return aimOf(one) === aimOf(other);
}

/** What statements have in common that can stand in one entry. */
function aimOf({ digest, signed: { statement } }: Stated): string {
  switch (statement.purpose) {
    case "earshot.enrol":
      return `enrol ${digest}`;
    case "earshot.admit":
      return `enrol ${statement.enrol}`;
    case "earshot.end":
      return `end ${statement.person} ${statement.ended}`;
    case "earshot.owner":
      return `owner ${statement.person} ${statement.owner}`;
    default:
      return digest;
  }
}
