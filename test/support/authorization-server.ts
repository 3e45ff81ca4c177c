import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { KEPT_ALIVE } from "./kept-alive.ts";

/* An authorization server on the loopback address: real HTTP, real keys, real signatures. */

export type Algorithm = "EdDSA" | "ES256" | "RS256" | "PS256" | "ES384";

/** What it answers at one of its paths instead of the document. */
export type Misbehaviour =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "silence" }
  | { readonly kind: "text"; readonly text: string };

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: Algorithm;
  readonly publicJwk: JWK;
  sign(header: Record<string, unknown>, claims: Record<string, unknown>): Promise<string>;
}

export interface AuthorizationServer {
  readonly issuer: string;
  /** The paths that were requested, in order. */
  readonly heard: readonly string[];
  /** What clients requested at the token endpoint, which gives everybody a token. */
  readonly granted: readonly URLSearchParams[];
  /** The key that signs tokens unless a test names another. */
  readonly key: SigningKey;
  /** The key set from now on. */
  publish(...keys: readonly (SigningKey | JWK)[]): void;
  /** Replaces the metadata, as far as named. */
  claim(metadata: Record<string, unknown>): void;
  misbehave(path: string, how: Misbehaviour): void;
  behave(path: string): void;
  /** A token that is right except for these claims and headers. */
  token(change?: TokenChange): Promise<string>;
  close(): Promise<void>;
}

export interface TokenChange {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

export const METADATA = "/.well-known/oauth-authorization-server";
export const KEYS = "/keys";
const TOKEN = "/token";

let made = 0;

export async function makeKey(algorithm: Algorithm = "ES256", kid?: string): Promise<SigningKey> {
  made += 1;
  const name = kid ?? `key-${made}`;
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  return {
    kid: name,
    algorithm,
    publicJwk: { ...(await exportJWK(publicKey)), kid: name, alg: algorithm, use: "sig" },
    sign: (header, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: name, typ: "at+jwt", ...header })
        // It signs anything that a test asks for, even where its own library would refuse.
        .sign(privateKey, { crit: demanded(header["crit"]) }),
  };
}

function demanded(crit: unknown): Record<string, boolean> {
  return Object.fromEntries(Array.isArray(crit) ? crit.map((name) => [name, true]) : []);
}

export interface StartOptions {
  /** Whom its tokens are for. */
  readonly audience: string;
  /** The time at which its tokens are made; the machine's, if absent. */
  readonly now?: () => number;
  /** Its path, if it shares its host with others. */
  readonly path?: string;
}

/** Whoever starts it closes it. */
export async function startAuthorizationServer({
  audience,
  now = Date.now,
  path = "",
}: StartOptions): Promise<AuthorizationServer> {
  const key = await makeKey();
  let keys: readonly JWK[] = [key.publicJwk];
  let claimed: Record<string, unknown> = {};
  const heard: string[] = [];
  const granted: URLSearchParams[] = [];
  const misbehaviours = new Map<string, Misbehaviour>();

  const server = createServer(KEPT_ALIVE, async (incoming, outgoing) => {
    const { url = "" } = incoming;
    heard.push(url);
    const how = misbehaviours.get(url);
    if (how !== undefined) misbehave(outgoing, how);
    else if (url === METADATA + path) reply(outgoing, 200, { ...metadata(), ...claimed });
    else if (url === KEYS) reply(outgoing, 200, { keys });
    else if (url === TOKEN)
      reply(outgoing, 200, await grant(new URLSearchParams(await text(incoming))));
    else reply(outgoing, 404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = origin + path;
  const metadata = () => ({
    issuer,
    jwks_uri: origin + KEYS,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: origin + TOKEN,
    grant_types_supported: ["client_credentials"],
    response_types_supported: ["code"],
  });

  function token({ claims = {}, header = {}, key: signing = key }: TokenChange = {}) {
    const seconds = Math.floor(now() / 1_000);
    return signing.sign(header, {
      iss: issuer,
      aud: audience,
      sub: "ana",
      client_id: "client",
      scope: "ask tell read memory record",
      iat: seconds,
      exp: seconds + 3_600,
      ...claims,
    });
  }

  /** Issues a token for the named resource (RFC 8707). */
  async function grant(asked: URLSearchParams): Promise<object> {
    granted.push(asked);
    const claims = { aud: asked.get("resource") ?? undefined, scope: asked.get("scope") ?? "" };
    return { access_token: await token({ claims }), token_type: "Bearer", expires_in: 3_600 };
  }

  return {
    issuer,
    heard,
    granted,
    key,
    token,
    publish(...published) {
      keys = published.map((one) => ("publicJwk" in one ? (one.publicJwk as JWK) : one));
    },
    claim(metadata) {
      claimed = metadata;
    },
    misbehave: (at, how) => void misbehaviours.set(at, how),
    behave: (at) => void misbehaviours.delete(at),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function misbehave(outgoing: ServerResponse, how: Misbehaviour): void {
  switch (how.kind) {
    case "status":
      reply(outgoing, how.status, {});
      break;
    case "redirect":
      outgoing.writeHead(302, { location: how.to }).end();
      break;
    case "silence":
      break;
    case "text":
      outgoing.writeHead(200, { "content-type": "application/json" }).end(how.text);
  }
}

function reply(outgoing: ServerResponse, status: number, document: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(document));
}
