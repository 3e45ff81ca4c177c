import { randomBytes, scryptSync } from "node:crypto";
import { openText, sealText } from "./sealing.ts";

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const COST = 2 ** 17;
/** The value in a file is not trusted: it could demand all the memory there is. */
const MOST_COST = 2 ** 20;

/** A text under a passphrase, by scrypt. */
export interface SealedByPassphrase {
  readonly kdf: "scrypt";
  readonly cost: number;
  /** Base64url. */
  readonly salt: string;
  readonly sealed: string;
}

interface Under {
  readonly passphrase: string;
  /** What it is, so that it opens as nothing else. */
  readonly context: string;
}

export function sealByPassphrase(
  plain: string,
  { passphrase, context }: Under,
): SealedByPassphrase {
  const salt = randomBytes(SALT_BYTES);
  const sealed = sealText(keyOf(passphrase, salt, COST), context, plain);
  return { kdf: "scrypt", cost: COST, salt: salt.toString("base64url"), sealed };
}

/** Throws for another passphrase, and for what was changed. */
export function openByPassphrase(
  { cost, salt, sealed }: SealedByPassphrase,
  { passphrase, context }: Under,
): string {
  if (!Number.isInteger(cost) || cost < 2 || cost > MOST_COST)
    throw new Error("It costs too much.");
  return openText(keyOf(passphrase, Buffer.from(salt, "base64url"), cost), context, sealed);
}

function keyOf(passphrase: string, salt: Buffer, cost: number): Buffer {
  const memory = 2 * 128 * cost * 8;
  return scryptSync(passphrase.normalize("NFKC"), salt, KEY_BYTES, { N: cost, maxmem: memory });
}
