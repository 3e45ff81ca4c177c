import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { HOUR_MS } from "../../domain/time.ts";

/* How a push service knows who sends: RFC 8292, with a key made of a secret of the deployment. */

const CURVE = "prime256v1";
const COORDINATE_BYTES = 32;
/** The order of P-256. */
const ORDER = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n;
/** A service takes no token that is good for longer than a day. */
const TOKEN_LIFE_MS = 12 * HOUR_MS;

export interface ServerKey {
  /** The point, uncompressed: what browsers subscribe with. */
  readonly point: Buffer;
  readonly privateKey: KeyObject;
}

/** The same key for the same secret, by FIPS 186-5, A.2.1: a number of 48 bytes, reduced. */
export function serverKeyOf(secret: Uint8Array): ServerKey {
  const number = (BigInt(`0x${Buffer.from(secret).toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(COORDINATE_BYTES * 2, "0"), "hex");
  const pair = createECDH(CURVE);
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)];
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", d: text(d), x: text(x), y: text(y) };
  return { point, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
}

/** The header that proves who sends to this service: a token for it alone, signed by ES256. */
export function authorizationFor(
  { point, privateKey }: ServerKey,
  { origin, contact, nowMs }: { origin: string; contact: string; nowMs: number },
): string {
  const claims = { aud: origin, exp: Math.floor((nowMs + TOKEN_LIFE_MS) / 1_000), sub: contact };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign("sha256", Buffer.from(signed), key).toString("base64url");
  return `vapid t=${signed}.${signature}, k=${point.toString("base64url")}`;
}
