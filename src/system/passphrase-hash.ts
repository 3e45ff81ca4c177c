import { hash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** About 32 MiB and a tenth of a second for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
/** Hashes may cost more one day, but never all memory. */
const MAX_MEMORY = 256 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORM = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** `scrypt$N$r$p$salt$hash`, the last two as base64url. */
export async function hashPassphrase(passphrase: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const derived = await derive(passphrase, salt, cost);
  const { N, r, p } = cost;
  return `scrypt$${N}$${r}$${p}$${salt.toString("base64url")}$${derived.toString("base64url")}`;
}

/** An invalid hash matches nothing. */
export async function matchesPassphrase(passphrase: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = "", expected = ""] = FORM.exec(hash) ?? [];
  if (N === undefined) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  try {
    const found = await derive(passphrase, Buffer.from(salt, "base64url"), cost);
    return timingSafeEqual(found, Buffer.from(expected, "base64url"));
  } catch {
    return false; // A cost that nobody can pay.
  }
}

/**
 * Keyboards compose the same letters differently, hence the normalization. scrypt gets a digest,
 * because it treats a text and the same text followed by NUL as equal.
 */
function derive(passphrase: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
    const options = { ...cost, maxmem: MAX_MEMORY };
    const text = hash("sha256", passphrase.normalize("NFKC"), "buffer");
    scrypt(text, salt, HASH_BYTES, options, done);
  });
}
