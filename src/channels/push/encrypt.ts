import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { PushTarget } from "../../ports/channels/push.ts";

/*
 * RFC 8291: a message that only the browser can read, in one record of `aes128gcm` (RFC 8188). All
 * messages have the same length, so that a service cannot tell them apart.
 */

const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
/** What every service takes is 4,096 bytes of body. */
const RECORD_BYTES = 4_096;
const TEXT_BYTES = 512;
/** Ends the only record; what follows is padding. */
const LAST_RECORD = 2;

/** Throws where the keys are no keys, or the text is too long. */
export function encrypt(text: string, { p256dh, auth }: PushTarget): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > TEXT_BYTES) throw new Error(`A message has at most ${TEXT_BYTES} bytes.`);
  const theirs = Buffer.from(p256dh, "base64url");
  const pair = createECDH("prime256v1");
  const ours = pair.generateKeys();
  const shared = pair.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const secret = derived(shared, {
    salt: Buffer.from(auth, "base64url"),
    info,
    bytes: SECRET_BYTES,
  });
  const salt = randomBytes(SALT_BYTES);
  const ofRecord = (name: string, bytes: number) =>
    derived(secret, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`), bytes });
  const [key, nonce] = [ofRecord("aes128gcm", KEY_BYTES), ofRecord("nonce", NONCE_BYTES)];
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const padding = Buffer.alloc(TEXT_BYTES - plain.length);
  const record = [plain, Buffer.of(LAST_RECORD), padding];
  const sealed = [cipher.update(Buffer.concat(record)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, sizes(ours.length), ours, ...sealed]);
}

interface Deriving {
  readonly salt: Buffer;
  readonly info: Buffer;
  readonly bytes: number;
}

function derived(from: Buffer, { salt, info, bytes }: Deriving): Buffer {
  return Buffer.from(hkdfSync("sha256", from, salt, info, bytes));
}

/** The size of a record, and that of the key which stands before it. */
function sizes(keyBytes: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(keyBytes, 4);
  return head;
}
