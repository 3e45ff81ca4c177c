import { HOUR_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import { keyOf, type Signer, strengthOf } from "./signer.ts";
import type { Entrance, Statement, StatementOf } from "./statement.ts";

/** How long whoever is let in by one person alone waits, who has nobody else to ask. */
export const ALONE_WAIT_MS = 24 * HOUR_MS;

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
  /** What is signed of a statement. */
  digestOf(statement: Statement): string;
}

/** The people after a change that these statements, whose signatures are proved, make. */
export function peopleAfter(
  people: People,
  statements: readonly Statement[],
  entry: Entry,
): People | ChangeFault {
  const { change, at, digestOf } = entry;
  const isOfBest = statements.every((one) => isOfStrongest(people, one));
  if (!isOfBest) return "weaker";
  if (change === "owner") return withOwner(people, statements);
  if (change === "end") return ended(people, statements, at);
  const entering = enteringIn(statements, digestOf);
  if (entering?.enrol.as !== (change === "lost" ? "recovery" : change)) return "wrong_people";
  const { enrol } = entering;
  const held = [...people.values()].flatMap(({ signers }) => signers);
  if (held.some(({ signer }) => keyOf(signer) === keyOf(enrol.key))) return "used_again";
  return DOORS[change](people, entering) ?? withSigner(people, enrol, entry);
}

/** Whoever has a passkey says with it who may sign: a key that was stolen from a browser does not. */
function isOfStrongest(people: People, { purpose, voter, signer }: Statement): boolean {
  if (purpose === "earshot.enrol") return true;
  const signers = people.get(voter)?.signers.filter(({ until }) => until === undefined) ?? [];
  const own = signers.find(({ id }) => id === signer);
  if (own === undefined) return true;
  return signers.every((one) => strengthOf(one.signer) <= strengthOf(own.signer));
}

interface Entering {
  readonly enrol: StatementOf<"earshot.enrol">;
  readonly admits: readonly StatementOf<"earshot.admit">[];
}

function enteringIn(
  statements: readonly Statement[],
  digestOf: Entry["digestOf"],
): Entering | undefined {
  const [enrol, ...more] = statements.filter((one) => one.purpose === "earshot.enrol");
  const admits = statements.filter((one) => one.purpose === "earshot.admit");
  const isWhole = more.length === 0 && admits.length === statements.length - 1;
  if (enrol === undefined || !isWhole) return undefined;
  const digest = digestOf(enrol);
  const isMeant = admits.every(
    (admit) => admit.as === enrol.as && admit.person === enrol.voter && admit.enrol === digest,
  );
  return isMeant ? { enrol, admits } : undefined;
}

type Door = (people: People, entering: Entering) => ChangeFault | undefined;

/** Why a signer is not let in by those who have to, by the way that it takes. */
const DOORS: Readonly<Record<Entrance | "lost", Door>> = {
  root: (_people, { admits }) => (admits.length === 0 ? undefined : "wrong_people"),
  own: ownFault,
  // A second signer that others bring to somebody would be nothing that they notice.
  introduction: (people, entering) =>
    people.has(entering.enrol.voter) ? "wrong_people" : byOthersFault(people, entering),
  recovery: (people, entering) =>
    people.has(entering.enrol.voter) ? byOthersFault(people, entering) : "wrong_people",
  lost(people, { enrol, admits }) {
    const isByOwners = admits.every(({ voter }) => isOther(people, { voter, enrol }));
    return people.has(enrol.voter) && admits.length < 2 && isByOwners ? undefined : "wrong_people";
  },
};

/** By another signer of the same person, that is at least as strong: a key of a browser makes no passkey. */
function ownFault(people: People, { enrol, admits }: Entering): ChangeFault | undefined {
  const [admit, ...more] = admits;
  if (admit?.voter !== enrol.voter || more.length > 0) return "wrong_people";
  const by = people.get(enrol.voter)?.signers.find(({ id }) => id === admit.signer);
  if (by === undefined) return "wrong_people";
  if (strengthOf(by.signer) >= strengthOf(enrol.key)) return undefined;
  return isAlone(people, enrol.voter) ? waitFault(admit, enrol) : "weaker";
}

/** An owner and another person, who both have seen which signer it is. */
function byOthersFault(people: People, { enrol, admits }: Entering): ChangeFault | undefined {
  const [first, second] = admits;
  if (first === undefined || !isOther(people, { voter: first.voter, enrol })) return "wrong_people";
  if (second === undefined) {
    return isAlone(people, first.voter) ? waitFault(first, enrol) : "wrong_people";
  }
  if (second.voter === first.voter || second.voter === enrol.voter) return "wrong_people";
  const owners = ownersOf(people).filter(({ id }) => id !== enrol.voter);
  const isEnough = owners.length < 2 || people.get(second.voter)?.owner === true;
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
  return toMs(at) - toMs(enrol.at) >= ALONE_WAIT_MS ? undefined : "too_soon";
}

function withSigner(
  people: People,
  { voter, name, signer, key }: Entering["enrol"],
  { change, at }: Pick<Entry, "change" | "at">,
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

/** By the person, or by an owner; another owner's only by two, or one could leave the other without a voice. */
function ended(
  people: People,
  statements: readonly Statement[],
  at: Timestamp,
): People | ChangeFault {
  const said = statements.filter((one) => one.purpose === "earshot.end");
  const [first] = said;
  const theirs = people.get(first?.person ?? "");
  if (first === undefined || theirs === undefined || said.length < statements.length) {
    return "wrong_people";
  }
  const isOne = said.every((one) => one.person === first.person && one.ended === first.ended);
  const needed = theirs.owner ? 2 : 1;
  if (!isOne || !(isOwnWord(said) || areOwners(people, said, needed))) return "wrong_people";
  const held = theirs.signers.find(({ id, until }) => id === first.ended && until === undefined);
  if (held === undefined) return "wrong_people";
  const signers = theirs.signers.map((one) => (one === held ? endedAt(one, at) : one));
  return new Map(people).set(theirs.id, { ...theirs, signers });
}

interface Said {
  readonly voter: string;
  readonly person: string;
}

/** Whether so many different owners say so. */
function areOwners(people: People, said: readonly Said[], needed: number): boolean {
  const voters = new Set(said.map(({ voter }) => voter));
  const isByOwners = [...voters].every((voter) => people.get(voter)?.owner === true);
  return isByOwners && voters.size === said.length && voters.size >= needed;
}

/** Whether the person says it of themselves. */
function isOwnWord([only, ...more]: readonly Said[]): boolean {
  return more.length === 0 && only?.voter === only?.person;
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
  if (!isOne || owner === theirs.owner) return "wrong_people";
  const isResigned = !owner && isOwnWord(said);
  const needed = Math.min(2, ownersOf(people).length);
  if (!isResigned && !areOwners(people, said, needed)) return "wrong_people";
  const next = new Map(people).set(person, { ...theirs, owner });
  return ownersOf(next).length > 0 ? next : "wrong_people";
}
