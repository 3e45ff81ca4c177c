import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { JsonObject } from "../domain/json.ts";
import { MINUTE_MS } from "../domain/time.ts";
import type { PasskeyCredential, Passkeys, VerifiedAssertion } from "../ports/system/passkeys.ts";

const NAME = "Earshot";
const TIMEOUT_MS = 2 * MINUTE_MS;
/** EdDSA, ES256 and RS256: what authenticators of today have, whatever this Node offers beside. */
const ALGORITHMS = [-8, -7, -257];
const MAX_TRANSPORTS = 8;

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** The maximum in WebAuthn: 1,023 bytes. */
const MAX_ID_LENGTH = 1_364;
/** Generously above what browsers make of it; anything longer is refused. */
const MAX_LENGTH = 32 * 1024;

/** Loaded when a passkey is first used: it takes longer to load than the rest of the server. */
const library = () => import("@simplewebauthn/server");

/** WebAuthn by `@simplewebauthn/server`. Users must have proved who they are to their device. */
export function createPasskeys(): Passkeys {
  return { claimOf, creationOptions, requestOptions, verifyCreation, verifyRequest };
}

async function creationOptions({
  site,
  challenge,
  userId,
  userName,
  exclude,
}: Parameters<Passkeys["creationOptions"]>[0]): Promise<JsonObject> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: site.rpId,
    userName,
    timeout: TIMEOUT_MS,
    userID: bytes(userId),
    userDisplayName: userName,
    challenge: bytes(challenge),
    attestationType: "none",
    excludeCredentials: exclude.map(descriptor),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return plain(options);
}

async function requestOptions({
  site,
  challenge,
  allow = [],
}: Parameters<Passkeys["requestOptions"]>[0]): Promise<JsonObject> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: bytes(challenge),
    timeout: TIMEOUT_MS,
    allowCredentials: allow.map(descriptor),
    userVerification: "required",
  });
  return plain(options);
}

async function verifyCreation({
  site,
  challenge,
  response,
}: Parameters<Passkeys["verifyCreation"]>[0]): Promise<PasskeyCredential | undefined> {
  if (!isOfWholePage(response) || !(await namesNoMaker(response))) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verified = await orNothing(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  const key = Buffer.from(publicKey).toString("base64url");
  return { credentialId: id, publicKey: key, counter, transports: namesOf(transports) };
}

/**
 * Whether the response brings no certificate, as requested. For a certificate the library would
 * call the address in it to see whether it is revoked, so that anybody who registers could make
 * this server call any address.
 */
async function namesNoMaker(response: JsonObject): Promise<boolean> {
  const object = bytesOf(response, "attestationObject");
  if (object === undefined) return false;
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = await orNothing(async () => decodeAttestationObject(object));
  if (decoded?.get("fmt") === "none") return true;
  return decoded?.get("fmt") === "packed" && decoded.get("attStmt").get("x5c") === undefined;
}

async function verifyRequest({
  site,
  challenge,
  response,
  credential,
}: Parameters<Passkeys["verifyRequest"]>[0]): Promise<VerifiedAssertion | undefined> {
  const { credentialId: id, publicKey, counter } = credential;
  if (!isOfWholePage(response) || response["id"] !== id) return undefined;
  const mark = markOf(response, await isElliptic(bytes(publicKey)));
  if (mark === undefined) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNothing(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: bytes(publicKey), counter },
      requireUserVerification: true,
    }),
  );
  if (verified?.verified !== true) return undefined;
  return { counter: verified.authenticationInfo.newCounter, mark };
}

/** Whether the key signs by ECDSA; EdDSA is of another kind. */
async function isElliptic(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  const key = await orNothing(async () => decodeCredentialPublicKey(publicKey));
  return key?.get(cose.COSEKEYS.kty) === cose.COSEKTY.EC2;
}

/** All errors of the library for a bad response are alike: it proves nothing. */
async function orNothing<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

function descriptor({ credentialId, transports }: PasskeyCredential) {
  return { id: credentialId, transports: [...transports] };
}

/** Reported by the browser, and only ever given back to it. */
function namesOf(transports: unknown): readonly string[] {
  if (!Array.isArray(transports)) return [];
  const names = transports.filter(
    (name): name is string => typeof name === "string" && /^[a-z-]{1,32}$/.test(name),
  );
  return names.slice(0, MAX_TRANSPORTS);
}

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/** As it goes over the wire: without undefined values. */
function plain(options: object): JsonObject {
  return JSON.parse(JSON.stringify(options)) as JsonObject;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * What distinguishes a signature from all others of its key, base64url. For ECDSA it is `r` alone:
 * from (r, s) anybody can compute (r, n - s), and either could be encoded in several ways. So only
 * the form that authenticators write is accepted. Undefined for anything else.
 */
function markOf(response: JsonObject, isElliptic: boolean): string | undefined {
  const signature = bytesOf(response, "signature");
  if (signature === undefined) return undefined;
  const whole = Buffer.from(signature);
  // Another spelling of the same bytes would count as a new answer for a store of used ones.
  if (whole.toString("base64url") !== encodedPart(response, "signature")) return undefined;
  const mark = isElliptic ? firstOfTwo(whole) : whole;
  return mark?.toString("base64url");
}

/** The first of the two integers, if they are the whole value, each in its shortest form in DER. */
function firstOfTwo(signature: Buffer): Buffer | undefined {
  if (signature[0] !== SEQUENCE || signature[1] !== signature.length - 2) return undefined;
  const first = integerAt(signature, 2);
  const second = first === undefined ? undefined : integerAt(signature, 4 + first.length);
  if (first === undefined || second === undefined) return undefined;
  return 6 + first.length + second.length === signature.length ? first : undefined;
}

function integerAt(signature: Buffer, at: number): Buffer | undefined {
  const length = signature[at + 1] ?? 0;
  const value = signature.subarray(at + 2, at + 2 + length);
  const [first = 0x80, second = 0] = value;
  const isShortest = value.length === 1 || first !== 0 || second >= 0x80;
  const isWhole = signature[at] === INTEGER && value.length === length;
  return isWhole && isShortest && first < 0x80 ? value : undefined;
}

/** Which challenge a response claims to answer, with which credential. Nothing of it is proved. */
function claimOf(
  response: JsonObject,
): { readonly challenge: string; readonly credentialId: string } | undefined {
  const { id } = response;
  const challenge = clientData(response)?.["challenge"];
  const isClaim = isBase64Url(id) && isBase64Url(challenge) && id.length <= MAX_ID_LENGTH;
  return isClaim ? { challenge, credentialId: id } : undefined;
}

/**
 * Whether it comes from a top-level page: in a frame on another site, a person may not see what
 * they approve.
 */
function isOfWholePage(response: JsonObject): boolean {
  const data = clientData(response);
  return data !== undefined && !data["crossOrigin"] && data["topOrigin"] === undefined;
}

/** What the browser has signed about the page. */
function clientData(response: JsonObject): Record<string, unknown> | undefined {
  const bytes = bytesOf(response, "clientDataJSON");
  if (bytes === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return typeof data === "object" && data !== null ? { ...data } : undefined;
  } catch {
    return undefined;
  }
}

/** A part of the inner response, decoded. */
function bytesOf(response: JsonObject, part: string): Uint8Array<ArrayBuffer> | undefined {
  const encoded = encodedPart(response, part);
  return encoded === undefined ? undefined : new Uint8Array(Buffer.from(encoded, "base64url"));
}

/** The same part as it was sent. */
function encodedPart(response: JsonObject, part: string): string | undefined {
  const inner = response["response"];
  if (typeof inner !== "object" || inner === null) return undefined;
  const encoded = (inner as Record<string, unknown>)[part];
  return isBase64Url(encoded) && encoded.length <= MAX_LENGTH ? encoded : undefined;
}

function isBase64Url(value: unknown): value is string {
  return typeof value === "string" && BASE64URL.test(value);
}
