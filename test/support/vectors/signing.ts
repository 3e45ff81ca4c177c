import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from "node:crypto";
import { present } from "../../../src/domain/present.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { toMs, toTimestamp } from "../../../src/domain/timestamp.ts";
import type { PublicJwk, Signer } from "../../../src/domain/votes/signer.ts";
import type { SignerEntry } from "../../../src/domain/votes/signer-chain.ts";
import type { SignerChange } from "../../../src/domain/votes/signer-changes.ts";
import type { Signature, SignedStatement, Statement } from "../../../src/domain/votes/statement.ts";
import { statements } from "../../../src/system/votes/statements.ts";

/** A signer with its private key. */
export interface TestSigner {
  readonly id: string;
  readonly person: string;
  readonly signer: Signer;
  readonly privateKey: KeyObject;
}

const DEPLOYMENT = `dep_${"a1".repeat(16)}`;
const ORIGIN = "https://earshot.example.com";
const RP_ID = "earshot.example.com";

/** What a passkey says beside its signature; each part is what a browser would say if absent. */
export interface Assertion {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: string | null;
  readonly rpId?: string;
  readonly flags?: number;
  /** What no verifier looks at. */
  readonly hint?: unknown;
  /** What stands there in place of its text. */
  readonly edit?: (text: string) => Buffer;
}

function keyPair(kty: PublicJwk["kty"]) {
  if (kty === "OKP") return generateKeyPairSync("ed25519");
  if (kty === "EC") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return generateKeyPairSync("rsa", { modulusLength: 2_048 });
}

function jwkOf(key: KeyObject): PublicJwk {
  const { kty, crv, x, y, n, e } = key.export({ format: "jwk" });
  return present({ kty, crv, x, y, n, e }) as PublicJwk;
}

export function deviceOf(person: string, kept: "browser" | "file" = "browser"): TestSigner {
  const { publicKey, privateKey } = keyPair("OKP");
  const key = jwkOf(publicKey) as Extract<PublicJwk, { readonly kty: "OKP" }>;
  const signer: Signer = { grade: "device", kept, key };
  return { id: statements.signerId(signer), person, signer, privateKey };
}

export function passkeyOf(person: string, kty: PublicJwk["kty"] = "EC"): TestSigner {
  const { publicKey, privateKey } = keyPair(kty);
  const credential = randomBytes(16).toString("base64url");
  const place = { rpId: RP_ID, origin: ORIGIN, credential };
  const signer: Signer = { grade: "passkey", key: jwkOf(publicKey), ...place };
  return { id: statements.signerId(signer), person, signer, privateKey };
}

function signedBy(key: KeyObject, bytes: Buffer): string {
  return sign(key.asymmetricKeyType === "ed25519" ? null : "sha256", bytes, key).toString(
    "base64url",
  );
}

/** A statement that this signer has signed, with what it would say of its own voter and id. */
export function signedWith(
  { id, person, signer, privateKey }: TestSigner,
  said: Partial<Statement> & Pick<Statement, "purpose" | "at">,
  assertion: Assertion = {},
): SignedStatement {
  const statement = present({
    v: 1,
    deployment: DEPLOYMENT,
    workspace: "default",
    voter: person,
    signer: id,
    nonce: randomBytes(18).toString("base64url"),
    until: toTimestamp(toMs(said.at) + 2 * DAY_MS),
    ...said,
  }) as unknown as Statement;
  const digest = Buffer.from(statements.digest(statement), "hex");
  return { statement, proof: proofOf({ signer, privateKey }, digest, assertion) };
}

function proofOf(
  { signer, privateKey }: Pick<TestSigner, "signer" | "privateKey">,
  digest: Buffer,
  assertion: Assertion,
): Signature {
  if (signer.grade === "device")
    return { grade: "device", signature: signedBy(privateKey, digest) };
  const { rpId = RP_ID, flags = 0x05, edit = Buffer.from, ...said } = assertion;
  const clientData = edit(
    JSON.stringify({
      type: "webauthn.get",
      challenge: digest.toString("base64url"),
      origin: ORIGIN,
      crossOrigin: false,
      ...said,
    }),
  );
  const authenticator = Buffer.concat([
    hash("sha256", rpId, "buffer"),
    Buffer.from([flags, 0, 0, 0, 7]),
  ]);
  const signed = Buffer.concat([authenticator, hash("sha256", clientData, "buffer")]);
  return {
    grade: "passkey",
    authenticatorData: authenticator.toString("base64url"),
    clientDataJSON: clientData.toString("base64url"),
    signature: signedBy(privateKey, signed),
  };
}

/** Between the begin of every chain and this, everything happens. */
export const NOW = "2026-12-31T00:00:00.000Z";
const BEGUN = "2026-12-01T09:00:00.000Z";

/** A chain that grows by entries; `at` is that of the last, and each statement's if it names no other. */
export class TestChain {
  readonly entries: SignerEntry[] = [];
  /** The digests of enrolments, by their signer. */
  readonly #enrolled = new Map<string, string>();
  #ms = toMs(BEGUN);

  get at(): string {
    return toTimestamp(this.#ms);
  }

  get root(): string {
    return statements.entryHash(this.entries[0]);
  }

  /** Lets time pass; the next entry is made at its end. */
  wait(ms: number = MINUTE_MS): this {
    this.#ms += ms;
    return this;
  }

  add(
    change: SignerChange,
    signed: readonly SignedStatement[],
    other: Partial<Record<keyof SignerEntry, unknown>> = {},
  ): this {
    const last = this.entries.at(-1);
    const entry = present({
      v: 1,
      deployment: DEPLOYMENT,
      workspace: "default",
      seq: this.entries.length + 1,
      previous: last === undefined ? undefined : statements.entryHash(last),
      at: this.at,
      change,
      signed,
      ...other,
    });
    this.entries.push(entry as unknown as SignerEntry);
    return this.wait();
  }

  /** The hash of the last entry. */
  get head(): string {
    return statements.entryHash(this.entries.at(-1));
  }

  enrol(by: TestSigner, as: string, other: object = {}): SignedStatement {
    const signed = signedWith(by, this.#enrolment(by, as, other));
    this.#enrolled.set(by.id, statements.digest(signed.statement));
    return signed;
  }

  /** The same by a browser that says something else of itself. */
  oddEnrol(by: TestSigner, as: string, said: Assertion): SignedStatement {
    return signedWith(by, this.#enrolment(by, as, {}), said);
  }

  #enrolment({ person, signer }: TestSigner, as: string, other: object) {
    const said = { as, name: person.slice("prn_".length), key: signer };
    const head = as === "root" ? undefined : this.head;
    return { purpose: "earshot.enrol", head, at: this.at, ...said, ...other } as never;
  }

  /** Lets in a signer that has enrolled here. */
  admit(by: TestSigner, { as, of }: { as: string; of: TestSigner }, other: object = {}) {
    const { at, head } = this;
    const enrol = this.#enrolled.get(of.id) ?? hash("sha256", of.id, "hex");
    const said = { as, person: of.person, enrol };
    return signedWith(by, { purpose: "earshot.admit", head, at, ...said, ...other } as never);
  }

  /** A person whom others let in, the only owner after a day. */
  introduce(
    signer: TestSigner,
    admitters: readonly TestSigner[],
    as: "introduction" | "recovery" = "introduction",
  ): this {
    const enrolled = this.enrol(signer, as);
    if (admitters.length === 1) this.wait(DAY_MS);
    return this.add(as, [enrolled, ...admitters.map((by) => this.admit(by, { as, of: signer }))]);
  }
}
