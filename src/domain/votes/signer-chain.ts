import { MINUTE_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import { COUNT, DEPLOYMENT, fits, HASH, MOMENT, NAME, oneOf } from "./form.ts";
import type { Signer } from "./signer.ts";
import { type ChangeFault, type People, peopleAfter, type SignerChange } from "./signer-changes.ts";
import { isSigned, type SignedStatement, type Statement, type Statements } from "./statement.ts";

/*
 * Who may sign is a chain of its own. Each entry names the hash of the one before, and is made of
 * statements that signers of the chain have signed. Whoever knows the hash of its first entry, its
 * fingerprint, can check all others, and takes the server's word for none.
 */

/** One entry as it is stored and handed on. */
export interface SignerEntry {
  readonly v: 1;
  readonly deployment: string;
  readonly workspace: string;
  /** From 1, without a gap. */
  readonly seq: number;
  /** The hash of the entry before, 64 hexadecimal digits; absent in the first. */
  readonly previous?: string;
  readonly at: Timestamp;
  readonly change: SignerChange;
  readonly signed: readonly SignedStatement[];
}

/** Who may sign, after the entries so far. */
export interface SignerSet {
  readonly deployment: string;
  readonly workspace: string;
  readonly seq: number;
  /** The hash of the last entry. */
  readonly head: string;
  /** The hashes of all entries. */
  readonly heads: ReadonlySet<string>;
  readonly at: Timestamp;
  readonly people: People;
  /** Statements count once: the nonces of those in the chain. */
  readonly nonces: ReadonlySet<string>;
}

/** What a chain comes to, or the first entry that does not follow from those before it. */
export type Followed =
  | { readonly set: SignerSet; readonly fault?: never }
  | { readonly set?: never; readonly fault: { readonly seq: number; readonly code: ChainFault } };

export type ChainFault =
  | "malformed"
  | "other_root"
  | "out_of_order"
  | "elsewhere"
  | "not_in_force"
  | "not_signed"
  | "used_again"
  | "from_later"
  | "from_earlier"
  | "lost_signers"
  | "rolled_back"
  | ChangeFault;

/** What whoever follows a chain knows from elsewhere. */
interface Known {
  /** Where it goes on; absent for a chain from its beginning. */
  readonly set?: SignerSet | undefined;
  /**
   * The fingerprint. With it, the first entry must have that hash, and a recovery is followed only if enough
   * people have signed it.
   */
  readonly root?: string | undefined;
  /**
   * The newest entry that was seen before, by its hash, and when: the chain must contain it, and nothing
   * behind it may be from before that time.
   */
  readonly seen?: { readonly head: string; readonly at: Timestamp } | undefined;
  /** No entry may be more than a little later. */
  readonly now: Timestamp;
}

/** Follows entries from a set, or from nothing. */
export function followSigners(
  entries: readonly unknown[],
  known: Known,
  statements: Statements,
): Followed {
  let { set } = known;
  for (const value of entries) {
    const next = isEntry(value) ? nextSet(value, { ...known, set }, statements) : "malformed";
    if (typeof next === "string") return { fault: { seq: (set?.seq ?? 0) + 1, code: next } };
    set = next;
  }
  if (set === undefined) return { fault: { seq: 1, code: "malformed" } };
  const isCut = known.seen !== undefined && !set.heads.has(known.seen.head);
  return isCut ? { fault: { seq: set.seq + 1, code: "rolled_back" } } : { set };
}

/** How far clocks may be apart. */
const SKEW_MS = 5 * MINUTE_MS;
/** Two who let a signer in, and the signer itself. */
const MAX_SIGNED = 3;

function isEntry(value: unknown): value is SignerEntry {
  return fits(value, {
    v: oneOf(1),
    deployment: DEPLOYMENT,
    workspace: NAME,
    seq: COUNT,
    "previous?": HASH,
    at: MOMENT,
    change: oneOf("root", "own", "introduction", "recovery", "end", "owner", "lost"),
    signed: (list) =>
      Array.isArray(list) &&
      list.length > 0 &&
      list.length <= MAX_SIGNED &&
      list.every((one) => isSigned(one)),
  });
}

function nextSet(entry: SignerEntry, known: Known, statements: Statements): SignerSet | ChainFault {
  const { set, root } = known;
  const head = statements.entryHash(entry);
  if (set === undefined && root !== undefined && head !== root) return "other_root";
  const fault = placeFault(entry, known) ?? statementsFault(entry, set, statements);
  if (fault !== undefined) return fault;
  const used = [...(set?.nonces ?? []), ...entry.signed.map(({ statement }) => statement.nonce)];
  const nonces = new Set(used);
  if (nonces.size < used.length) return "used_again";
  if (entry.change === "lost" && root !== undefined) return "lost_signers";
  const said = entry.signed.map(({ statement }) => statement);
  const { change, at } = entry;
  const digestOf = (statement: Statement) => statements.digest(statement);
  const people = peopleAfter(set?.people ?? new Map(), said, { change, at, digestOf });
  if (typeof people === "string") return people;
  const { deployment, workspace, seq } = entry;
  const heads = new Set([...(set?.heads ?? []), head]);
  return { deployment, workspace, seq, at, head, heads, people, nonces };
}

function placeFault(entry: SignerEntry, { set, now, seen }: Known): ChainFault | undefined {
  if (!isNext(entry, set)) return "out_of_order";
  const ms = toMs(entry.at);
  if (ms > toMs(now) + SKEW_MS) return "from_later";
  const isBehind = seen !== undefined && set?.heads.has(seen.head) === true;
  return isBehind && ms < toMs(seen.at) - SKEW_MS ? "from_earlier" : undefined;
}

function statementsFault(
  entry: SignerEntry,
  set: SignerSet | undefined,
  statements: Statements,
): ChainFault | undefined {
  for (const one of entry.signed) {
    const fault = faultOf(one, { entry, set }, statements);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isNext({ seq, previous, at, change }: SignerEntry, set: SignerSet | undefined): boolean {
  if (set === undefined) return seq === 1 && previous === undefined && change === "root";
  return seq === set.seq + 1 && previous === set.head && at >= set.at && change !== "root";
}

/** Why a statement is not what its signer has signed, in its time and for this chain. */
function faultOf(
  { statement, proof }: SignedStatement,
  { entry, set }: { readonly entry: SignerEntry; readonly set: SignerSet | undefined },
  statements: Statements,
): ChainFault | undefined {
  if (!isOfChain(statement, entry) || !isOfChain(entry, set ?? entry)) return "elsewhere";
  if (statement.head !== undefined && set?.heads.has(statement.head) !== true) return "elsewhere";
  if (!isInTime(statement, entry.at)) return "not_in_force";
  const signer =
    statement.purpose === "earshot.enrol" ? statement.key : signerAt(set, statement, entry.at);
  if (signer === undefined) return "not_in_force";
  const isOwn = statements.signerId(signer) === statement.signer;
  return isOwn && statements.isSigned(signer, statements.digest(statement), proof)
    ? undefined
    : "not_signed";
}

/** Whether it says that it is of this chain. */
export function isOfChain(
  { deployment, workspace }: Pick<SignerSet, "deployment" | "workspace">,
  chain: Pick<SignerSet, "deployment" | "workspace">,
): boolean {
  return deployment === chain.deployment && workspace === chain.workspace;
}

/** Whether a statement counts for what happens at a time. */
export function isInTime(
  { at, until }: { readonly at: Timestamp; readonly until: Timestamp },
  time: Timestamp,
): boolean {
  return at <= time && time <= until;
}

/**
 * The signer of a statement, if it was its voter's when it was signed, and still is at the time at which
 * it is to count: what an ended key has signed counts for nothing that happens afterwards.
 */
export function signerAt(
  set: SignerSet | undefined,
  {
    voter,
    signer,
    at,
  }: { readonly voter: string; readonly signer: string; readonly at: Timestamp },
  time: Timestamp,
): Signer | undefined {
  const held = set?.people.get(voter)?.signers.find(({ id }) => id === signer);
  if (held === undefined || at < held.from) return undefined;
  return held.until === undefined || time < held.until ? held.signer : undefined;
}
