import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { JsonObject } from "../../src/domain/json.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface SoftwarePasskeyOptions {
  readonly rpId?: string;
  /** False: it never counts, like passkeys that are synchronised. */
  readonly counts?: boolean;
}

/** What a test changes of an answer. */
export interface Answering {
  /** Where the page is that asks. */
  readonly origin?: string;
  /** Replaces the challenge of the options. */
  readonly challenge?: string;
  readonly isVerified?: boolean;
  /** The page is embedded in one of another site. */
  readonly crossOrigin?: boolean;
  /** Sent with a registration that names the authenticator's maker. */
  readonly certificate?: Buffer;
}

/** An authenticator that holds one credential and asks nobody: ES256, no attestation. */
export interface SoftwarePasskey {
  readonly credentialId: string;
  /** A RegistrationResponseJSON for creation options. */
  register(options: JsonObject, answering?: Answering): JsonObject;
  /** An AuthenticationResponseJSON for request options. */
  assert(options: JsonObject, answering?: Answering): JsonObject;
}

export const ORIGIN = "http://localhost:4242";

export function createSoftwarePasskey({
  rpId = "localhost",
  counts = true,
}: SoftwarePasskeyOptions = {}): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = id.toString("base64url");
  let counter = 0;

  function authenticatorData(isVerified: boolean, credential?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags =
      USER_PRESENT |
      (isVerified ? USER_VERIFIED : 0) |
      (credential === undefined ? 0 : HAS_CREDENTIAL);
    const rpIdHash = sha256(rpId);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  function answerOf(response: JsonObject): JsonObject {
    return {
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      response,
      clientExtensionResults: {},
    };
  }

  return {
    credentialId,
    register(options, answering = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const jwk = publicKey.export({ format: "jwk" });
      const cose = map([
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), byteString(Buffer.from(jwk.x ?? "", "base64url"))],
        [integer(-3), byteString(Buffer.from(jwk.y ?? "", "base64url"))],
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const attestation = attestationOf(
        authenticatorData(answering.isVerified ?? true, credential),
        answering.certificate,
      );
      return answerOf({
        clientDataJSON: clientData("webauthn.create", options, answering).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    assert(options, answering = {}) {
      if (counts) counter += 1;
      const client = clientData("webauthn.get", options, answering);
      const data = authenticatorData(answering.isVerified ?? true);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return answerOf({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The second signature that anybody can derive from one by ECDSA: (r, n - s) instead of (r, s). */
export function rewritten(answer: JsonObject): JsonObject {
  const inner = answer["response"] as { readonly signature: string };
  const bytes = Buffer.from(inner.signature, "base64url");
  const length = bytes[3] ?? 0;
  const r = bytes.subarray(0, 4 + length);
  const s = BigInt(`0x${bytes.subarray(6 + length).toString("hex")}`);
  const hex = (P256_ORDER - s).toString(16);
  const digits = hex.padStart(hex.length + (hex.length % 2), "0");
  const bare = Buffer.from(digits, "hex");
  const other = (bare[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bare]) : bare;
  const signature = Buffer.concat([r, Buffer.from([0x02, other.length]), other]);
  signature[1] = signature.length - 2;
  return { ...answer, response: { ...inner, signature: signature.toString("base64url") } };
}

function attestationOf(data: Buffer, certificate: Buffer | undefined): Buffer {
  const statement =
    certificate === undefined
      ? []
      : [
          [textString("alg"), integer(-7)] as const,
          [textString("sig"), byteString(Buffer.from("no signature"))] as const,
          [textString("x5c"), list([byteString(certificate)])] as const,
        ];
  return map([
    [textString("fmt"), textString(certificate === undefined ? "none" : "packed")],
    [textString("attStmt"), map(statement)],
    [textString("authData"), byteString(data)],
  ]);
}

function clientData(type: string, options: JsonObject, answering: Answering): Buffer {
  const { origin = ORIGIN, crossOrigin = false } = answering;
  const challenge = answering.challenge ?? String(options["challenge"]);
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/* As much of CBOR as an attestation needs. */

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x100) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 0xff]);
}

const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const byteString = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const textString = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const list = (items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
