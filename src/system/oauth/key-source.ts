import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { EarshotError } from "../../domain/errors.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Clock } from "../../ports/system/clock.ts";
import { isLoopbackUrl } from "../public-url.ts";
import { invalidToken } from "./invalid-token.ts";

/** A key that its issuer has withdrawn is good for no longer than this. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Tokens that name keys at random must not make this server call the issuer each time. */
const COOL_DOWN_MS = 30_000;
/** Nor must calls while the issuer is in trouble. */
const RETRY_MS = 5_000;

export interface KeySourceOptions {
  readonly issuer: string;
  readonly clock: Pick<Clock, "now">;
  /** For each document. */
  readonly timeoutMs: number;
  /** Hears of each time that the keys could not be fetched. */
  readonly onFailure: (error: unknown) => void;
}

type Document = Readonly<Record<string, unknown>>;

const MAX_BYTES = 256 * 1024;

/**
 * The signing keys of an issuer, found by its metadata and cached. They are read again when they
 * are old or a token names an unknown one. Concurrent calls share one reading.
 */
export function createKeySource(options: KeySourceOptions): JWTVerifyGetKey {
  const { clock, onFailure } = options;
  let loaded: { readonly find: JWTVerifyGetKey; readonly atMs: number } | undefined;
  let failed: { readonly error: unknown; readonly atMs: number } | undefined;
  let loading: Promise<JWTVerifyGetKey> | undefined;

  function isWithin(atMs: number, ms: number): boolean {
    const age = clock.now() - atMs;
    return age >= 0 && age < ms;
  }

  async function load(): Promise<JWTVerifyGetKey> {
    if (failed !== undefined && isWithin(failed.atMs, RETRY_MS)) throw failed.error;
    try {
      const find = createLocalJWKSet(await readKeys(options));
      loaded = { find, atMs: clock.now() };
      failed = undefined;
      return find;
    } catch (error) {
      failed = { error: asRefusal(error), atMs: clock.now() };
      onFailure(error);
      throw failed.error;
    }
  }

  function loadOnce(): Promise<JWTVerifyGetKey> {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  return async (header, token) => {
    const current = loaded;
    if (current === undefined || !isWithin(current.atMs, MAX_AGE_MS)) {
      return await (await loadOnce())(header, token);
    }
    try {
      return await current.find(header, token);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || isWithin(current.atMs, COOL_DOWN_MS)) throw error;
      return await (await loadOnce())(header, token);
    }
  };
}

function asRefusal(error: unknown): unknown {
  return error instanceof errors.JOSEError
    ? invalidToken("the authorization server's key set cannot be read", error)
    : error;
}

async function readKeys({ issuer, timeoutMs }: KeySourceOptions): Promise<JSONWebKeySet> {
  const url = await findKeySet(issuer, timeoutMs);
  const document = await fetchDocument(url, timeoutMs);
  // A document that is not a key set is refused when it is read.
  if (document !== undefined) return document as unknown as JSONWebKeySet;
  throw invalidToken(`the authorization server has no keys at ${url}`);
}

/** RFC 8414, or OpenID Connect Discovery if that is missing. */
async function findKeySet(issuer: string, timeoutMs: number): Promise<string> {
  for (const place of metadataPlaces(issuer)) {
    const metadata = await fetchDocument(place, timeoutMs);
    if (metadata === undefined) continue;
    if (metadata["issuer"] !== issuer) {
      throw invalidToken(
        `${place} names another issuer than ${issuer}, which the server was started with`,
      );
    }
    return checkKeySetUrl(metadata["jwks_uri"], issuer);
  }
  throw invalidToken(`${issuer} publishes no metadata`);
}

function metadataPlaces(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

/** Only an issuer on this machine may send us to another place on it without TLS. */
function checkKeySetUrl(value: unknown, issuer: string): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url?.protocol === "https:") return url.href;
  if (url !== null && isLoopbackUrl(url) && isLoopbackUrl(new URL(issuer))) return url.href;
  throw invalidToken("the authorization server's metadata names no safe address of its keys");
}

/**
 * The JSON object at an address of the authorization server; undefined if nothing is there. Rejects
 * with UNREACHABLE if the server is away. Rejects with NOT_SIGNED_IN for an answer that proves
 * nothing: a redirect, which would let others choose the place, one that is too long, or no JSON.
 */
async function fetchDocument(url: string, timeoutMs: number): Promise<Document | undefined> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: "application/json" },
    });
    const { status } = response;
    if (status === 200) return parse(url, await readBounded(url, response));
    await response.body?.cancel();
    if (status >= 500 || status === 429) throw away(url, `answered ${status}`);
    if (status >= 400) return undefined;
    throw invalidToken(`${url} answered ${status} instead of a document`);
  } catch (error) {
    if (error instanceof EarshotError) throw error;
    if (error instanceof Error && error.name === "TimeoutError") {
      throw away(url, `did not answer within ${timeoutMs} ms`, error);
    }
    throw away(url, "cannot be reached", error);
  }
}

async function readBounded(url: string, { body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (bytes > MAX_BYTES) throw invalidToken(`${url} sends more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(url: string, bytes: Uint8Array): Document {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Document;
    }
  } catch {
    // As little of a document as JSON that is not an object.
  }
  throw invalidToken(`what ${url} sends is no JSON object`);
}

function away(url: string, what: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "UNREACHABLE",
    `The authorization server ${what}, so its tokens cannot be checked now (${url}). Try again in a moment; keys of Earshot work meanwhile.`,
    { cause },
  );
}
