import { DAY_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import {
  bytes,
  DEPLOYMENT,
  type Form,
  fits,
  HASH,
  id,
  isRecord,
  MOMENT,
  NAME,
  oneOf,
  text,
} from "./form.ts";
import { type Grade, isSigner, SIGNER_ID, type Signer } from "./signer.ts";

/*
 * A statement is what a person signs. Its canonical bytes (RFC 8785) say everything that it is about, so
 * that it can be moved to no other deployment, request, action or time. What is signed, and the challenge
 * of a passkey, is the SHA-256 of `earshot.vote.v1`, NUL and those bytes.
 */

/** What was on the screen of whoever signed. */
export interface Shown {
  /** Digest of the typed blocks, 64 hexadecimal digits. */
  readonly blocks: string;
  /** Which version of which renderer has drawn them, such as `page/1`. */
  readonly renderer: string;
  /** BCP 47. */
  readonly language: string;
}

/** For how long a vote, a permission, a policy or a key may count at most. */
const LONGEST_MS = 31 * DAY_MS;
/** The same of who may sign: nothing withdraws such a statement once its signer thinks otherwise. */
export const LONGEST_OF_SIGNERS_MS = 3 * DAY_MS;
const OF_SIGNERS: readonly Purpose[] = [
  "earshot.enrol",
  "earshot.admit",
  "earshot.end",
  "earshot.owner",
];

/** How a signer comes in: as the first of all, by another of its person, by other people, or by them in place of those that were lost. */
const ENTRANCES = ["root", "own", "introduction", "recovery"] as const;
export type Entrance = (typeof ENTRANCES)[number];

interface Common {
  readonly v: 1;
  readonly deployment: string;
  readonly workspace: string;
  /** The id of the person. */
  readonly voter: string;
  readonly signer: string;
  /**
   * The hash of an entry of the chain that its signer has seen, the last if there is nothing to hide: so it
   * counts in no chain that leaves the entry out. Absent only where a chain begins.
   */
  readonly head?: string;
  /** The server's, of single use. */
  readonly nonce: string;
  readonly at: Timestamp;
  /** Afterwards it counts for nothing that has not happened by then. */
  readonly until: Timestamp;
}

interface Parts {
  /** A decision about a request. `args` and `reason` are digests, where it has any. */
  readonly "earshot.vote": {
    readonly request: string;
    readonly verdict: "approve" | "reject";
    readonly action: string;
    readonly args?: string;
    readonly shown: Shown;
    readonly reason?: string;
    readonly revision: string;
    readonly rule: string;
  };
  /** A standing permission, by the digest of what it covers. */
  readonly "earshot.permission": { readonly permission: string; readonly revision: string };
  /** A policy comes into force in the place of another, by the digest of its text. */
  readonly "earshot.policy": { readonly text: string; readonly former?: string };
  /** A key for somebody else, by the digest of whose it is and what it carries. */
  readonly "earshot.key": { readonly terms: string };
  /** A new signer says whose it is; it signs this itself. */
  readonly "earshot.enrol": {
    readonly as: Entrance;
    readonly name: string;
    readonly key: Signer;
  };
  /** Somebody lets a signer in, by the digest of its enrolment, and so with all that it says of itself. */
  readonly "earshot.admit": {
    readonly as: Exclude<Entrance, "root">;
    readonly person: string;
    readonly enrol: string;
  };
  /** A signer ends: `person` is whose it is. */
  readonly "earshot.end": { readonly person: string; readonly ended: string };
  /** A person becomes an owner, or is one no longer. */
  readonly "earshot.owner": { readonly person: string; readonly owner: boolean };
}

export type Purpose = keyof Parts;
export type StatementOf<P extends Purpose> = Common & { readonly purpose: P } & Parts[P];
export type Statement = { [P in Purpose]: StatementOf<P> }[Purpose];

/** How a statement was signed. Binary parts are base64url. */
export type Signature =
  | { readonly grade: "device"; readonly signature: string }
  | {
      readonly grade: "passkey";
      readonly authenticatorData: string;
      readonly clientDataJSON: string;
      readonly signature: string;
    };

/** What holds statements together, by a library for hashes and signatures. Digests are 64 hexadecimal digits. */
export interface Statements {
  /** What is signed: SHA-256 of `earshot.vote.v1`, NUL and the canonical bytes. */
  digest(statement: Statement): string;
  /** The id that a key has, and no other key. */
  signerId(signer: Signer): string;
  /** Of an entry in the chain of signers: SHA-256 of `earshot.signers.v1`, NUL and the canonical bytes. */
  entryHash(entry: unknown): string;
  /** Whether the signer has signed this digest; never throws. */
  isSigned(signer: Signer, digest: string, proof: Signature): boolean;
}

export interface SignedStatement {
  readonly statement: Statement;
  readonly proof: Signature;
}

const PERSON = id("prn");

const COMMON: Form = {
  v: oneOf(1),
  deployment: DEPLOYMENT,
  workspace: NAME,
  voter: PERSON,
  signer: SIGNER_ID,
  "head?": HASH,
  nonce: text(/^[A-Za-z0-9_-]{22,64}$/, 64),
  at: MOMENT,
  until: MOMENT,
};

const SHOWN: Form = {
  blocks: HASH,
  renderer: text(/^[a-z]+\/\d+$/, 32),
  language: text(/^[A-Za-z0-9-]+$/, 35),
};

const FORMS: Readonly<Record<Purpose, Form>> = {
  "earshot.vote": {
    request: id("req"),
    verdict: oneOf("approve", "reject"),
    action: HASH,
    "args?": HASH,
    shown: (value) => fits(value, SHOWN),
    "reason?": HASH,
    revision: NAME,
    rule: NAME,
  },
  "earshot.permission": { permission: HASH, revision: NAME },
  "earshot.policy": { text: HASH, "former?": NAME },
  "earshot.key": { terms: HASH },
  "earshot.enrol": {
    as: oneOf(...ENTRANCES),
    name: NAME,
    key: isSigner,
  },
  "earshot.admit": {
    as: oneOf("own", "introduction", "recovery"),
    person: PERSON,
    enrol: HASH,
  },
  "earshot.end": { person: PERSON, ended: SIGNER_ID },
  "earshot.owner": { person: PERSON, owner: oneOf(true, false) },
};

/** More than any browser and authenticator say, extensions included. */
const MAX_SAID_BYTES = 1_024;
const SIGNATURES: Readonly<Record<Grade, Form>> = {
  device: { grade: oneOf("device"), signature: bytes({ min: 64, max: 64 }) },
  passkey: {
    grade: oneOf("passkey"),
    authenticatorData: bytes({ min: 37, max: MAX_SAID_BYTES }),
    clientDataJSON: bytes({ min: 2, max: MAX_SAID_BYTES }),
    // As long as the longest key of RSA.
    signature: bytes({ min: 8, max: 1_024 }),
  },
};

/** Whether it is a statement, without a part that this version does not know. */
function isStatement(value: unknown): value is Statement {
  if (!isRecord(value)) return false;
  const { purpose, ...parts } = value;
  if (typeof purpose !== "string" || !Object.hasOwn(FORMS, purpose)) return false;
  if (!fits(parts, Object.assign({}, COMMON, FORMS[purpose as Purpose]))) return false;
  const { at, until, head, as } = parts as Record<string, string | undefined>;
  const ms = toMs(until ?? "") - toMs(at ?? "");
  const most = OF_SIGNERS.includes(purpose as Purpose) ? LONGEST_OF_SIGNERS_MS : LONGEST_MS;
  return ms > 0 && ms <= most && (head === undefined) === (as === "root");
}

/** Whether it is a statement with a signature; nothing of it is proved. */
export function isSigned(value: unknown): value is SignedStatement {
  return fits(value, { statement: isStatement, proof: isSignature });
}

function isSignature(value: unknown): boolean {
  return fits(value, SIGNATURES.device) || fits(value, SIGNATURES.passkey);
}
