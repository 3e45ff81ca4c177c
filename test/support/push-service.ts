import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { KEPT_ALIVE } from "./kept-alive.ts";

/*
 * A push service and a browser's side of it, written from the RFCs alone: 8030 (TTL, Topic, Urgency),
 * 8188 and 8291 (what is encrypted), 8292 (who sends).
 */

export interface PushedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Decrypted. */
  readonly text: string;
  readonly said: JsonObject;
  readonly bytes: Buffer;
}

export interface Subscribed {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushService {
  readonly host: string;
  readonly messages: readonly PushedMessage[];
  /** What of the requests broke one of the RFCs. */
  readonly faults: readonly string[];
  /** A browser subscribes with the server's key. */
  subscribe(key: string): Subscribed;
  /** Answers the next call so; any other with 201. */
  answerNext(status: number, headers?: Record<string, string>): void;
}

interface Subscriber extends Subscribed {
  readonly key: string;
  readonly pair: ReturnType<typeof createECDH>;
}

const b64 = (bytes: Buffer) => bytes.toString("base64url");
const bytesOf = (text: string) => Buffer.from(text, "base64url");

export async function openPushService(): Promise<PushService> {
  const messages: PushedMessage[] = [];
  const faults: string[] = [];
  const answers: (readonly [number, Record<string, string>])[] = [];
  const subscribers = new Map<string, Subscriber>();
  const server = createServer(KEPT_ALIVE, async (request, response) => {
    const { url: path = "", headers, method } = request;
    const bytes = await buffer(request);
    const subscriber = subscribers.get(path);
    if (method !== "POST" || subscriber === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [status, more] = answers.shift() ?? [201, { location: `${path}/message` }];
    try {
      assertHeaders(headers, { origin: `http://${host}`, key: subscriber.key });
      const text = decrypt(bytes, subscriber);
      messages.push({ path, headers, bytes, text, said: JSON.parse(text) as JsonObject });
    } catch (error) {
      faults.push((error as Error).message);
    }
    response.writeHead(status, more).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    messages,
    faults,
    subscribe(key) {
      const pair = createECDH("prime256v1");
      const path = `/push/${b64(randomBytes(12))}`;
      const own = {
        endpoint: `http://${host}${path}`,
        p256dh: b64(pair.generateKeys()),
        auth: b64(randomBytes(16)),
      };
      subscribers.set(path, { ...own, key, pair });
      return own;
    },
    answerNext: (status, headers = {}) => void answers.push([status, headers]),
  };
}

/** RFC 8030, 5.2 to 5.4, and RFC 8292, 2 and 3. */
function assertHeaders(
  headers: IncomingHttpHeaders,
  { origin, key }: { readonly origin: string; readonly key: string },
): void {
  assert(/^\d{1,7}$/.test(String(headers["ttl"])), "TTL is a number of seconds");
  assert(/^[A-Za-z0-9_-]{1,32}$/.test(String(headers["topic"])), "Topic has up to 32 characters");
  assert(/^(?:very-low|low|normal|high)$/.test(String(headers["urgency"])), "Urgency is one of 4");
  assert(headers["content-encoding"] === "aes128gcm", "the encoding is aes128gcm");
  const [, token = "", k] =
    /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  assert(k === key, "the key is the one that was subscribed with");
  const [header = "", payload = "", signature = ""] = token.split(".");
  const point = bytesOf(key);
  const [x, y] = [b64(point.subarray(1, 33)), b64(point.subarray(33))];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    bytesOf(signature),
  );
  assert(isSigned, "the token is signed with that key");
  const claims = JSON.parse(bytesOf(payload).toString()) as JsonObject;
  assert(claims["aud"] === origin, "the token is for this service");
  const leftSeconds = Number(claims["exp"]) - Date.now() / 1_000;
  assert(leftSeconds > 0 && leftSeconds <= 86_400, "the token is good for a day at most");
  assert(/^(?:https:|mailto:)/.test(String(claims["sub"])), "somebody can be reached");
}

/** RFC 8291, 3.4, over RFC 8188, 2: one record. */
export function decrypt(
  body: Buffer,
  { pair, p256dh, auth }: Pick<Subscriber, "pair" | "p256dh" | "auth">,
): string {
  assert(body.length <= 4_096, "a message has 4,096 bytes at most");
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  assert(body.readUInt32BE(16) >= body.length - 21 - idLength, "there is one record");
  const theirs = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytesOf(p256dh), theirs]);
  const shared = pair.computeSecret(theirs);
  const secret = Buffer.from(hkdfSync("sha256", shared, bytesOf(auth), info, 32));
  const derived = (about: string, size: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${about}\0`, size));
  const [key, nonce] = [derived("aes128gcm", 16), derived("nonce", 12)];
  const record = body.subarray(21 + idLength);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  assert(plain[end] === 2, "the record ends as the last one does");
  return plain.subarray(0, end).toString();
}

function assert(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`Not so: ${what}.`);
}
