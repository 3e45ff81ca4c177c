import type { JsonObject } from "../domain/json.ts";

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** The maximum in WebAuthn: 1,023 bytes. */
const MAX_ID_LENGTH = 1_364;
/** Generously above what browsers make of it; anything longer is refused. */
const MAX_LENGTH = 32 * 1024;

/** Which challenge a response claims to answer, with which credential. Nothing of it is proved. */
export function claimOf(
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
export function isOfWholePage(response: JsonObject): boolean {
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
export function bytesOf(response: JsonObject, part: string): Uint8Array<ArrayBuffer> | undefined {
  const encoded = encodedPart(response, part);
  return encoded === undefined ? undefined : new Uint8Array(Buffer.from(encoded, "base64url"));
}

/** The same part as it was sent. */
export function encodedPart(response: JsonObject, part: string): string | undefined {
  const inner = response["response"];
  if (typeof inner !== "object" || inner === null) return undefined;
  const encoded = (inner as Record<string, unknown>)[part];
  return isBase64Url(encoded) && encoded.length <= MAX_LENGTH ? encoded : undefined;
}

function isBase64Url(value: unknown): value is string {
  return typeof value === "string" && BASE64URL.test(value);
}
