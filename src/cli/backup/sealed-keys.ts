import { EarshotError } from "../../domain/errors.ts";
import type { SealedKeys } from "../../store/transfer/archive-form.ts";
import { openByPassphrase, sealByPassphrase } from "../../system/passphrase-sealing.ts";

const LEAST_LENGTH = 12;
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
  return sealByPassphrase(JSON.stringify(keys), { passphrase, context: CONTEXT });
}

/** Throws NOT_ALLOWED for a wrong passphrase. */
export function openKeys(sealed: SealedKeys, passphrase: string): BackupKeys {
  try {
    return JSON.parse(openByPassphrase(sealed, { passphrase, context: CONTEXT })) as BackupKeys;
  } catch (cause) {
    throw wrong(cause);
  }
}

function wrong(cause: unknown): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "The passphrase does not open the keys of this backup. Nothing was written; try again with another one, or without keys by leaving --with-keys out.",
    { cause },
  );
}
