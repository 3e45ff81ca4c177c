import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { EarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import type { PublicKeys } from "../ports/earshot/authority.ts";
import { readPrivateFile, writeLastingFile } from "./private-file.ts";

/** An Ed25519 key as a JWK, RFC 8037; `d` is its private part. */
export interface SigningKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly createdAt?: string;
  /** For a retired key: until when it signed. */
  readonly until?: string;
  readonly d?: string;
}

/** The first signs; of the others only the public part is left. */
export type KeyRing = readonly [SigningKey, ...SigningKey[]];

/** 32 bytes. */
const KEY_TEXT = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

function newSigningKey(createdAt: string | undefined): SigningKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x = "", d = "" } = privateKey.export({ format: "jwk" });
  const made = createdAt === undefined ? {} : { createdAt };
  return { kty: "OKP", crv: "Ed25519", x, kid: thumbprintOf(x), ...made, d };
}

/** A ring with a new key at its head. The older keys can still verify, but no longer sign. */
export function rotated(ring: readonly SigningKey[], createdAt: string | undefined): KeyRing {
  return headedBy(newSigningKey(createdAt), ring);
}

/** A ring with this key at its head; from then on, the previous one signs no more. */
export function headedBy(key: SigningKey, ring: readonly SigningKey[]): KeyRing {
  const [, ...former] = withEnds([key, ...ring]);
  return [key, ...former.map(publicPart)];
}

/** Each key but the first ended when the one before it began; older files did not say so. */
function withEnds(ring: readonly SigningKey[]): readonly SigningKey[] {
  return ring.map((key, index) => {
    const until = key.until ?? ring[index - 1]?.createdAt;
    return until === undefined ? key : { ...key, until };
  });
}

export function publicKeysOf(ring: readonly SigningKey[]): PublicKeys {
  return {
    keys: ring.map((key) => ({ ...publicPart(key), alg: "EdDSA", use: "sig" }) as JsonObject),
  };
}

/** Undefined if the file does not exist; throws if it holds no keys of ours. */
export function readKeyRing(path: string): KeyRing | undefined {
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  const ring = parseKeyRing(text);
  if (ring !== undefined) return ring;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The signing keys in ${path} cannot be read, so nothing can be signed or proved. Put the file back from a backup. Without one, move it away: new keys are made, and nothing that the former have signed can be proved.`,
    { details: { path } },
  );
}

export function writeKeyRing(path: string, ring: KeyRing): void {
  writeLastingFile(path, `${keyRingText(ring)}\n`);
}

export function keyRingText(ring: KeyRing): string {
  return JSON.stringify({ keys: ring });
}

/** Undefined if the text holds no keys of ours. */
export function parseKeyRing(text: string): KeyRing | undefined {
  const [first, ...others] = parseKeys(text) ?? [];
  return first === undefined ? undefined : [first, ...others];
}

/**
 * The Ed25519 keys of a JWK Set; undefined if the text is not one, or contains another kind of key.
 */
export function parseKeys(text: string): readonly SigningKey[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const keys = (parsed as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) return undefined;
  const found = keys.map(asSigningKey);
  return found.every((key) => key !== undefined) ? withEnds(found) : undefined;
}

function asSigningKey(value: unknown): SigningKey | undefined {
  const key = value as Partial<Record<keyof SigningKey, unknown>> | null;
  if (key?.kty !== "OKP" || key.crv !== "Ed25519") return undefined;
  const { x, d, createdAt, until } = key;
  if (typeof x !== "string" || !KEY_TEXT.test(x)) return undefined;
  // A key with the name of another could be used in its place.
  const kid = thumbprintOf(x);
  if (key.kid !== kid) return undefined;
  if (d !== undefined && !(typeof d === "string" && KEY_TEXT.test(d))) return undefined;
  return {
    kty: "OKP" as const,
    crv: "Ed25519" as const,
    x,
    kid,
    ...present({
      createdAt: typeof createdAt === "string" ? createdAt : undefined,
      until: typeof until === "string" ? until : undefined,
      d,
    }),
  };
}

/** RFC 7638: SHA-256 of the members that make the key, in the order of their names. */
function thumbprintOf(x: string): string {
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(members).digest("base64url");
}

function publicPart({ d, ...open }: SigningKey): SigningKey {
  return open;
}

export function publicKeyOf({ kty, crv, x }: SigningKey): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: "jwk" });
}

/** Undefined if the private part is missing, or belongs to another key. */
export function privateKeyOf({ kty, crv, x, d }: SigningKey): KeyObject | undefined {
  if (d === undefined) return undefined;
  const key = createPrivateKey({ key: { kty, crv, x, d }, format: "jwk" });
  return createPublicKey(key).export({ format: "jwk" }).x === x ? key : undefined;
}
