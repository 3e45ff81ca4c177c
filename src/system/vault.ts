import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { EarshotError } from "../domain/errors.ts";
import type { Vault } from "../ports/system/vault.ts";
import { digest } from "./digest.ts";
import { hashPassphrase, matchesPassphrase } from "./passphrase-hash.ts";
import { readPrivateFile, writeLastingFile } from "./private-file.ts";
import { openText, sealText } from "./sealing.ts";

const KEY_BYTES = 32;
/** Half as many again as a key has, so that a number made of them is even modulo any order. */
const SECRET_BYTES = 48;

/** A vault whose key is in one file, made with its first use. */
export function createVault({ path }: { readonly path: string }): Vault {
  return vaultOf(() => readVaultKey(path) ?? makeKey(path));
}

/** A vault with a key that is kept elsewhere. */
export function createVaultOf(key: Buffer): Vault {
  return vaultOf(() => key);
}

/** A vault whose key ends with the process. */
export function createMemoryVault(): Vault {
  return vaultOf(newVaultKey);
}

export function newVaultKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Undefined if the text is not a key. */
export function parseVaultKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64url");
  return key.length === KEY_BYTES && key.toString("base64url") === text.trim() ? key : undefined;
}

/** Undefined if the file does not exist; throws if it holds no key. */
export function readVaultKey(path: string): Buffer | undefined {
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  const key = parseVaultKey(text);
  if (key !== undefined) return key;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The key in ${path} cannot be read, and with it no secret argument. Put the file back from a backup. Without one, move it away: a new key is made, and what the former has sealed is lost.`,
    { details: { path } },
  );
}

function makeKey(path: string): Buffer {
  const key = newVaultKey();
  writeLastingFile(path, `${key.toString("base64url")}\n`);
  return key;
}

function vaultOf(load: () => Buffer): Vault {
  // A key that is given as bytes costs more to prepare than a short text to hash.
  let keys:
    | { readonly commit: KeyObject; readonly seal: Buffer; readonly root: Buffer }
    | undefined;
  // A separate key for each purpose, so that a leak of one says nothing about the other.
  const derived = (key: Buffer, purpose: string) =>
    Buffer.from(hkdfSync("sha256", key, "", `earshot.${purpose}.v1`, KEY_BYTES));
  const held = () => {
    if (keys !== undefined) return keys;
    const key = load();
    keys = {
      commit: createSecretKey(derived(key, "commitment")),
      seal: derived(key, "seal"),
      root: derived(key, "purposes"),
    };
    return keys;
  };
  return {
    commitment: (context, value) =>
      createHmac("sha256", held().commit)
        .update(`${context}\0${digest.canonical(value)}`)
        .digest("base64url"),
    seal: (context, plain) => sealText(held().seal, context, plain),
    open: (context, sealed) => open(held().seal, context, sealed),
    secretFor: (purpose) =>
      new Uint8Array(hkdfSync("sha256", held().root, "", purpose, SECRET_BYTES)),
    hashPassphrase,
    matchesPassphrase,
  };
}

function open(key: Buffer, context: string, sealed: string): string {
  try {
    return openText(key, context, sealed);
  } catch (cause) {
    throw sealedError(cause);
  }
}

function sealedError(cause: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "A sealed secret cannot be opened: it was changed, or sealed with another key than this server's vault.key. Put that file back from a backup.",
    { cause },
  );
}
