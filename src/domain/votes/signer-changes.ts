import { HOUR_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import { type Signer, strengthOf } from "./signer.ts";
import type { Entrance, Statement, StatementOf } from "./statement.ts";

/** How long whoever is let in by one person alone waits, who has nobody else to ask. */
const ALONE_WAIT_MS = 24 * HOUR_MS;

/** `lost` is a recovery that too few have signed, since nobody was left to. Whoever pins does not follow it. */
export type SignerChange = Entrance | "end" | "owner" | "lost";

export type ChangeFault = "wrong_people" | "weaker" | "too_soon" | "used_again";

/** A signer of a person, and from when until when. */
export interface HeldSigner {
  readonly id: string;
  readonly signer: Signer;
  readonly from: Timestamp;
  readonly until?: Timestamp;
}

export interface SigningPerson {
  readonly id: string;
  /** As they have signed it themselves, last. */
  readonly name: string;
  readonly owner: boolean;
  /** With those that have ended: whoever has had one is known by it for ever. */
  readonly signers: readonly HeldSigner[];
}

export type People = ReadonlyMap<string, SigningPerson>;

interface Entry {
  readonly change: SignerChange;
  readonly at: Timestamp;
}

/** The people after a change that these statements, whose signatures are proved, make. */
export function peopleAfter(
  people: People,
  statements: readonly Statement[],
  entry: Entry,
): People | ChangeFault {
  const { change, at } = entry;
  if (change === "owner") return withOwner(people, statements);
  if (change === "end") return ended(people, statements, at);
  const entering = enteringIn(statements);
  if (entering?.enrol.as !== (change === "lost" ? "recovery" : change)) return "wrong_people";
  const { enrol } = entering;
  const held = [...people.values()].flatMap(({ signers }) => signers);
  if (held.some(({ id }) => id === enrol.signer)) return "used_again";
  return DOORS[change](people, entering) ?? withSigner(people, enrol, entry);
}

interface Entering {
  readonly enrol: StatementOf<"earshot.enrol">;
  /** In the order in which they were signed. */
  readonly admits: readonly StatementOf<"earshot.admit">[];
}

function enteringIn(statements: readonly Statement[]): Entering | undefined {
  const [enrol, ...more] = statements.filter((one) => one.purpose === "earshot.enrol");
  const admits = statements.filter((one) => one.purpose === "earshot.admit");
  const isWhole = more.length === 0 && admits.length === statements.length - 1;
  if (enrol === undefined || !isWhole) return undefined;
  const isMeant = admits.every(
    ({ as, person, admitted, link }) =>
      as === enrol.as &&
      person === enrol.voter &&
      (admitted ?? enrol.signer) === enrol.signer &&
      link === enrol.link,
  );
  return isMeant ? { enrol, admits } : undefined;
}

type Door = (people: People, entering: Entering) => ChangeFault | undefined;

/** Why a signer is not let in by those who have to, by the way that it takes. */
const DOORS: Readonly<Record<Entrance | "lost", Door>> = {
  root: (_people, { enrol, admits }) =>
    admits.length === 0 && enrol.link === undefined ? undefined : "wrong_people",
  own: ownFault,
  introduction: introductionFault,
  recovery: (people, entering) =>
    people.has(entering.enrol.voter) ? introductionFault(people, entering) : "wrong_people",
  lost(people, { enrol, admits }) {
    const isByOwners = admits.every(({ voter }) => isOther(people, { voter, enrol }));
    return people.has(enrol.voter) && admits.length < 2 && isByOwners ? undefined : "wrong_people";
  },
};

/** By another signer of the same person, that is at least as strong: a key of a browser makes no passkey. */
function ownFault(people: People, { enrol, admits }: Entering): ChangeFault | undefined {
  const [admit, ...more] = admits;
  const isNamed = admit?.voter === enrol.voter && admit.admitted === enrol.signer;
  if (admit === undefined || !isNamed || more.length > 0) return "wrong_people";
  const by = people.get(enrol.voter)?.signers.find(({ id }) => id === admit.signer);
  if (by === undefined) return "wrong_people";
  if (strengthOf(by.signer) >= strengthOf(enrol.key)) return undefined;
  return isAlone(people, enrol.voter) ? waitFault(admit, enrol) : "weaker";
}

/** By a link: an owner makes it, and another person confirms which signer has come by it. */
function introductionFault(people: People, { enrol, admits }: Entering): ChangeFault | undefined {
  const [maker, confirmer, ...more] = admits;
  if (maker === undefined || more.length > 0 || enrol.link === undefined) return "wrong_people";
  if (!isOther(people, { voter: maker.voter, enrol })) return "wrong_people";
  if (confirmer === undefined) {
    return isAlone(people, maker.voter) ? waitFault(maker, enrol) : "wrong_people";
  }
  const isAnother = confirmer.voter !== maker.voter && confirmer.voter !== enrol.voter;
  if (!isAnother || confirmer.admitted !== enrol.signer) return "wrong_people";
  const owners = ownersOf(people).filter(({ id }) => id !== enrol.voter);
  const isEnough = owners.length < 2 || people.get(confirmer.voter)?.owner === true;
  return isEnough ? undefined : "wrong_people";
}

function isOther(
  people: People,
  { voter, enrol }: { readonly voter: string; readonly enrol: Entering["enrol"] },
): boolean {
  return voter !== enrol.voter && people.get(voter)?.owner === true;
}

/** Owners without a signer count, or one of two could make herself the only one. */
function ownersOf(people: People): readonly SigningPerson[] {
  return [...people.values()].filter(({ owner }) => owner);
}

function isAlone(people: People, person: string): boolean {
  const [only, ...more] = ownersOf(people);
  return only?.id === person && more.length === 0;
}

function waitFault(
  { at }: { readonly at: Timestamp },
  enrol: Entering["enrol"],
): ChangeFault | undefined {
  return toMs(enrol.at) - toMs(at) >= ALONE_WAIT_MS ? undefined : "too_soon";
}

function withSigner(
  people: People,
  { voter, name, signer, key }: Entering["enrol"],
  { change, at }: Entry,
): People {
  const former = people.get(voter);
  const kept = former?.signers ?? [];
  const isRecovery = change === "recovery" || change === "lost";
  const signers = isRecovery ? kept.map((one) => endedAt(one, at)) : kept;
  return new Map(people).set(voter, {
    id: voter,
    name,
    owner: change === "root" || former?.owner === true,
    signers: [...signers, { id: signer, signer: key, from: at }],
  });
}

function endedAt(one: HeldSigner, at: Timestamp): HeldSigner {
  return { ...one, until: one.until ?? at };
}

function ended(
  people: People,
  statements: readonly Statement[],
  at: Timestamp,
): People | ChangeFault {
  const [said, ...more] = statements;
  if (said?.purpose !== "earshot.end" || more.length > 0) return "wrong_people";
  const theirs = people.get(said.person);
  const mayEnd = said.voter === said.person || people.get(said.voter)?.owner === true;
  const held = theirs?.signers.find(({ id, until }) => id === said.ended && until === undefined);
  if (theirs === undefined || held === undefined || !mayEnd) return "wrong_people";
  const signers = theirs.signers.map((one) => (one === held ? endedAt(one, at) : one));
  return new Map(people).set(theirs.id, { ...theirs, signers });
}

/**
 * Owners make owners: two of them where there are two. Nobody takes it from another alone, or one of two
 * could make herself the only one, and the only one lets in whom she likes.
 */
function withOwner(people: People, statements: readonly Statement[]): People | ChangeFault {
  const said = statements.filter((one) => one.purpose === "earshot.owner");
  const [first] = said;
  const theirs = people.get(first?.person ?? "");
  if (first === undefined || theirs === undefined || said.length < statements.length) {
    return "wrong_people";
  }
  const { person, owner } = first;
  const isOne = said.every((one) => one.person === person && one.owner === owner);
  const voters = new Set(said.map(({ voter }) => voter));
  const isByOwners = [...voters].every((voter) => people.get(voter)?.owner === true);
  const isResigned = !owner && voters.has(person);
  const needed = isResigned ? 1 : Math.min(2, ownersOf(people).length);
  if (!isOne || !isByOwners || voters.size !== said.length || voters.size < needed) {
    return "wrong_people";
  }
  const next = new Map(people).set(person, { ...theirs, owner });
  return ownersOf(next).length > 0 ? next : "wrong_people";
}
