import { type KeyObject, sign, verify } from "node:crypto";
import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import type { PublicKeys } from "../ports/earshot/authority.ts";
import type { SignedKind, Signer } from "../ports/system/signer.ts";
import {
  type KeyRing,
  privateKeyOf,
  publicKeyOf,
  publicKeysOf,
  readKeyRing,
  rotated,
  type SigningKey,
  writeKeyRing,
} from "./signing-keys.ts";
import { isOfItsTime } from "./token-life.ts";

const TYPES: Readonly<Record<SignedKind, string>> = {
  grant: "earshot-grant+jwt",
  checkpoint: "earshot-checkpoint+jwt",
  end_user: "earshot-end-user+jwt",
};
/** Nothing that we sign comes near; longer text is refused unread. */
const MAX_TOKEN_LENGTH = 16 * 1024;

/** A signer of one process: it knows its keys at once. */
export interface OwnSigner extends Signer {
  publicKeys(): PublicKeys;
}

/** A signer whose keys are in one file, made with the first signature. */
export function createSigner(options: {
  readonly path: string;
  readonly now: () => number;
}): OwnSigner {
  const { path } = options;
  return signerOf({
    read: () => readKeyRing(path),
    write: (ring) => writeKeyRing(path, ring),
    now: () => new Date(options.now()).toISOString(),
  });
}

/**
 * A signer whose keys end with the process; without times of their own they limit nobody else's.
 */
export function createMemorySigner(now?: () => number): OwnSigner {
  return signerOf({
    read: () => undefined,
    write: () => {},
    now: () => (now === undefined ? undefined : new Date(now()).toISOString()),
  });
}

interface KeyPlace {
  read(): KeyRing | undefined;
  write(ring: KeyRing): void;
  now(): string | undefined;
}

function signerOf(place: KeyPlace): OwnSigner {
  let loaded: Loaded | undefined;
  let rotating: Promise<void> = Promise.resolve();
  const recent = createRecentTokens();

  function load(): Loaded {
    loaded ??= loadedFrom(place.read() ?? renewed([]));
    return loaded;
  }

  /** On disk before anything is signed with it: nobody could verify what a lost key has signed. */
  function renewed(former: readonly SigningKey[]): KeyRing {
    const ring = rotated(former, place.now());
    place.write(ring);
    return ring;
  }

  async function rotate(record: (kid: string) => Promise<void>): Promise<void> {
    const ring = rotated(load().ring, place.now());
    await record(ring[0].kid);
    place.write(ring);
    loaded = loadedFrom(ring);
  }

  return {
    async sign(kind, claims) {
      const token = signedBy(load(), kind, claims);
      recent.put(kind, token, claims);
      return token;
    },
    verify: async (kind, token) => recent.get(kind, token) ?? load().prove(kind, token),
    publicKeys: () => publicKeysOf(load().ring),
    rotate(record) {
      const mine = rotating.then(() => rotate(record));
      rotating = mine.catch(() => {});
      return mine;
    },
  };
}

/** Enough for the grants that are collected within their life on a busy server. */
const KEPT = 4_096;

/**
 * Exact texts that this process has signed, which it recognises without computing the signature
 * again. Most grants are redeemed right after they were collected.
 */
export function createRecentTokens() {
  const claimsOf = new Map<string, JsonObject>();
  return {
    get: (kind: SignedKind, token: string) => claimsOf.get(`${kind} ${token}`),
    put(kind: SignedKind, token: string, claims: JsonObject) {
      claimsOf.set(`${kind} ${token}`, claims);
      if (claimsOf.size <= KEPT) return;
      for (const oldest of claimsOf.keys()) {
        claimsOf.delete(oldest);
        return;
      }
    },
  };
}

/** A ring whose first key can sign. */
export interface Loaded {
  readonly ring: KeyRing;
  readonly privateKey: KeyObject;
  readonly prove: Prove;
}

export function loadedFrom(ring: KeyRing): Loaded {
  const privateKey = privateKeyOf(ring[0]);
  if (privateKey === undefined) {
    throw new EarshotError(
      "STORE_UNAVAILABLE",
      `The signing key ${ring[0].kid} has no private part, or that of another, so nothing can be signed. Put the file of signing keys back from a backup.`,
    );
  }
  return { ring, privateKey, prove: createProof(ring) };
}

/** A compact JWS, RFC 7515. Node signs faster on this thread than it hands the work to another. */
export function signedBy(
  { ring, privateKey }: Loaded,
  kind: SignedKind,
  claims: JsonObject,
): string {
  const signed = `${headerText(kind, ring[0].kid)}.${base64url(JSON.stringify(claims))}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}

/**
 * The claims of a token that one of the keys has signed as this kind; undefined for any other text.
 */
export type Prove = (kind: SignedKind, token: string) => JsonObject | undefined;

/** Verifies what others have signed, by their public keys alone, within the time of each key. */
export function createProof(keys: readonly SigningKey[]): Prove {
  const held = keys.map((key) => ({ key, publicKey: publicKeyOf(key) }));
  const byHeader = {
    grant: new Map(held.map((one) => [headerText("grant", one.key.kid), one])),
    checkpoint: new Map(held.map((one) => [headerText("checkpoint", one.key.kid), one])),
    end_user: new Map(held.map((one) => [headerText("end_user", one.key.kid), one])),
  };
  return (kind, token) => {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const [header = "", payload = "", signature = "", ...more] = token.split(".");
    // The header must be exactly one of ours: no other algorithm, type or key is even read from it.
    const signed = byHeader[kind].get(header);
    if (signed === undefined || more.length > 0 || !isCanonical(signature)) return undefined;
    const bytes = Buffer.from(`${header}.${payload}`);
    const proof = Buffer.from(signature, "base64url");
    if (!verify(null, bytes, signed.publicKey, proof)) return undefined;
    const claims = claimsIn(payload);
    return claims !== undefined && isOfItsTime(kind, claims, signed.key) ? claims : undefined;
  };
}

function claimsIn(payload: string): JsonObject | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const isObject = typeof claims === "object" && claims !== null && !Array.isArray(claims);
    return isObject ? (claims as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** The key that a token claims to be signed with, if the token is built like ours. */
export function kidOf(kind: SignedKind, token: string): string | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const [header = ""] = token.split(".");
  try {
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid?: unknown };
    return typeof kid === "string" && headerText(kind, kid) === header ? kid : undefined;
  } catch {
    return undefined;
  }
}

function headerText(kind: SignedKind, kid: string): string {
  return base64url(JSON.stringify({ alg: "EdDSA", typ: TYPES[kind], kid }));
}

const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** The last character of base64url has unused bits; with them a token would have many spellings. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, "base64url").toString("base64url") === text;
}
