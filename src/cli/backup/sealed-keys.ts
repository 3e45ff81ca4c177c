import { randomBytes, scryptSync } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import type { SealedKeys } from "../../store/transfer/archive-form.ts";
import { openText, sealText } from "../../system/sealing.ts";

const LEAST_LENGTH = 12;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const COST = 2 ** 17;
/** The value in a file is not trusted: it could demand all the memory there is. */
const MOST_COST = 2 ** 20;
const CONTEXT = "earshot.backup.keys";

/** The keys without which a restored record cannot prove or open what it holds. */
export interface BackupKeys {
  /** A key ring in the form of `signing-keys.json`. */
  readonly signingKeys?: string;
  /** Base64url, in the form of `vault.key`. */
  readonly vault?: string;
  /** Base64url: opens the shared secrets in a PostgreSQL database. */
  readonly deploymentKey?: string;
}

export function sealKeys(keys: BackupKeys, passphrase: string): SealedKeys {
  if (passphrase.length < LEAST_LENGTH) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A passphrase of a backup has at least ${LEAST_LENGTH} characters; several words are easy to keep in mind.`,
    );
  }
  const salt = randomBytes(SALT_BYTES);
  const sealed = sealText(keyOf(passphrase, salt, COST), CONTEXT, JSON.stringify(keys));
  return { kdf: "scrypt", cost: COST, salt: salt.toString("base64url"), sealed };
}

/** Throws NOT_ALLOWED for a wrong passphrase. */
export function openKeys({ cost, salt, sealed }: SealedKeys, passphrase: string): BackupKeys {
  if (!Number.isInteger(cost) || cost < 2 || cost > MOST_COST) throw wrong();
  try {
    const key = keyOf(passphrase, Buffer.from(salt, "base64url"), cost);
    return JSON.parse(openText(key, CONTEXT, sealed)) as BackupKeys;
  } catch (cause) {
    throw wrong(cause);
  }
}

function keyOf(passphrase: string, salt: Buffer, cost: number): Buffer {
  const memory = 2 * 128 * cost * 8;
  return scryptSync(passphrase.normalize("NFKC"), salt, KEY_BYTES, { N: cost, maxmem: memory });
}

function wrong(cause?: unknown): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "The passphrase does not open the keys of this backup. Nothing was written; try again with another one, or without keys by leaving --with-keys out.",
    { cause },
  );
}
