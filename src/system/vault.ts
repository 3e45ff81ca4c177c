import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { EarshotError } from "../domain/errors.ts";
import type { Vault } from "../ports/vault.ts";
import { digest } from "./digest.ts";
import { hashPassphrase, matchesPassphrase } from "./passphrase-hash.ts";
import { readPrivateFile, writeLastingFile } from "./private-file.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const SEALED = /^v1\.([A-Za-z0-9_-]+)$/;

/** A vault whose key is in one file, made with its first use. */
export function createVault({ path }: { readonly path: string }): Vault {
  return vaultOf(() => readKey(path) ?? makeKey(path));
}

/** A vault whose key ends with the process. */
export function createMemoryVault(): Vault {
  return vaultOf(() => randomBytes(KEY_BYTES));
}

function readKey(path: string): Buffer | undefined {
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), "base64url");
  if (key.length === KEY_BYTES && key.toString("base64url") === text.trim()) return key;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The key in ${path} cannot be read, and with it no secret argument. Put the file back from a backup. Without one, move it away: a new key is made, and what the former has sealed is lost.`,
    { details: { path } },
  );
}

function makeKey(path: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  writeLastingFile(path, `${key.toString("base64url")}\n`);
  return key;
}

function vaultOf(load: () => Buffer): Vault {
  let keys: { readonly commit: Buffer; readonly seal: Buffer } | undefined;
  // One key for each purpose, so that what one of them gives away says nothing for the other.
  const derived = (key: Buffer, purpose: string) =>
    Buffer.from(hkdfSync("sha256", key, "", `earshot.${purpose}.v1`, KEY_BYTES));
  const held = () => {
    if (keys !== undefined) return keys;
    const key = load();
    keys = { commit: derived(key, "commitment"), seal: derived(key, "seal") };
    return keys;
  };
  return {
    commitment: (context, value) =>
      createHmac("sha256", held().commit)
        .update(`${context}\0${digest.canonical(value)}`)
        .digest("base64url"),
    seal: (context, plain) => seal(held().seal, context, plain),
    open: (context, sealed) => open(held().seal, context, sealed),
    hashPassphrase,
    matchesPassphrase,
  };
}

function seal(key: Buffer, context: string, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const parts = [nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()];
  return `v1.${Buffer.concat(parts).toString("base64url")}`;
}

function open(key: Buffer, context: string, sealed: string): string {
  const bytes = Buffer.from(SEALED.exec(sealed)?.[1] ?? "", "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw sealedError();
  const end = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(end));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, end));
    return Buffer.concat([plain, decipher.final()]).toString();
  } catch (cause) {
    throw sealedError(cause);
  }
}

function sealedError(cause?: unknown): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "A sealed secret cannot be opened: it was changed, or sealed with another key than this server's vault.key. Put that file back from a backup.",
    { cause },
  );
}
