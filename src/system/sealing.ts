import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const SEALED = /^v1\.([A-Za-z0-9_-]+)$/;

/**
 * Encrypts and authenticates with a key of 32 bytes. The result is bound to its context, so that it
 * opens nowhere else.
 */
export function sealText(key: Buffer, context: string, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const parts = [nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()];
  return `v1.${Buffer.concat(parts).toString("base64url")}`;
}

/** Throws if it was changed, or sealed with another key or for another context. */
export function openText(key: Buffer, context: string, sealed: string): string {
  const bytes = Buffer.from(SEALED.exec(sealed)?.[1] ?? "", "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error("It is too short to be sealed.");
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(end));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, end));
  return Buffer.concat([plain, decipher.final()]).toString();
}
