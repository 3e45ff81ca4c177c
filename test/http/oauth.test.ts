import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exportSPKI, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import type { Whoami } from "../../src/ports/earshot/earshot.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import {
  type AuthorizationServer,
  KEYS,
  METADATA,
  makeKey,
  type SigningKey,
  startAuthorizationServer,
  type TokenChange,
} from "../support/authorization-server.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { deadUrl } from "../support/scripted-server.ts";

/* The whole server as a resource server of OAuth, with a real authorization server beside it. */

const PUBLIC_URL = "https://earshot.example.com";
const AUDIENCE = `${PUBLIC_URL}/mcp`;
const WELL_KNOWN = "/.well-known/oauth-protected-resource";
/** What every head of a token begins with, since it is an object. */
const TOKEN_BEGINS = "eyJ";
const METADATA_URL = `${PUBLIC_URL}${WELL_KNOWN}/mcp`;
const CHALLENGE = `Bearer error="invalid_token", resource_metadata="${METADATA_URL}"`;

interface Place {
  readonly server: RunningServer;
  readonly issuer: AuthorizationServer;
  readonly rows: Rows;
  readonly key: (of: "agent" | "operator") => string;
  close(): Promise<void>;
}

/** A server that takes the tokens of an authorization server of its own. */
async function openPlace(
  prepare: (issuer: AuthorizationServer) => void | Promise<void> = () => {},
): Promise<Place> {
  const issuer = await startAuthorizationServer({ audience: AUDIENCE });
  await prepare(issuer);
  const folder = makeFolder();
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  const oauth = { issuer: issuer.issuer };
  const server = await startServer({ dataFolder, port: 0, publicUrl: PUBLIC_URL, oauth });
  const rows = openRows(dataPaths(dataFolder).database);
  return {
    server,
    issuer,
    rows,
    key: (of) => readKeyFile(dataFolder, of) ?? "",
    async close() {
      rows.close();
      await server.stop();
      await issuer.close();
      const log = readFileSync(dataPaths(dataFolder).log, "utf8");
      removeFolder(folder);
      if (log.includes(TOKEN_BEGINS)) throw new Error(`The log holds a token: ${log}`);
      if (log.includes("a call failed inside")) throw new Error(`There was a fault: ${log}`);
    },
  };
}

async function placeFor(prepare?: (issuer: AuthorizationServer) => void | Promise<void>) {
  const place = await openPlace(prepare);
  onTestFinished(() => place.close());
  return place;
}

function get({ server }: Place, path: string, bearer?: string): Promise<Response> {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  return fetch(server.url + path, { headers });
}

async function whoami(place: Place, bearer: string): Promise<Whoami> {
  const response = await get(place, "/v1/whoami", bearer);
  expect(response.status).toBe(200);
  return (await response.json()) as Whoami;
}

/** The problem that a bearer meets; nothing has been written because of it. */
async function refusal(place: Place, bearer: string, path = "/v1/whoami") {
  const before = content(place);
  const response = await get(place, path, bearer);
  const problem = (await response.json()) as { code: string; detail: string };
  expect(content(place)).toEqual(before);
  const challenge = response.headers.get("www-authenticate");
  return { status: response.status, challenge, ...problem };
}

/** All that is stored but the counts of calls. */
function content({ rows }: Place): readonly string[] {
  return rows.all().filter((row) => !row.startsWith("tally "));
}

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

describe("a right token", () => {
  test("makes its bearer an agent that is named after the subject", async () => {
    const { principal, rights } = await whoami(place, await place.issuer.token());
    expect(principal).toMatchObject({ kind: "agent", name: "oauth:ana", workspace: "default" });
    expect([...rights].sort()).toEqual(["ask", "memory", "read", "record", "tell"]);
  });

  test("asks, and the question is the agent's own", async () => {
    const token = await place.issuer.token({ claims: { sub: "asker" } });
    const asked = await fetch(`${place.server.url}/v1/requests`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ text: "Which pattern first?" }),
    });
    expect(asked.status).toBe(201);
    expect(await asked.json()).toMatchObject({ request: { agentName: "oauth:asker" } });
    const other = await place.issuer.token({ claims: { sub: "onlooker" } });
    const listed = await get(place, "/v1/requests", other);
    expect(await listed.json()).toMatchObject({ items: [] });
  });

  test.each([
    ["the type JWT", { header: { typ: "JWT" } }],
    ["its type as a media type", { header: { typ: "application/at+jwt" } }],
    ["several audiences", { claims: { aud: ["https://other.example", AUDIENCE] } }],
    ["the server as a whole for its audience", { claims: { aud: PUBLIC_URL } }],
    ["the same with a slash", { claims: { aud: `${PUBLIC_URL}/` } }],
    ["scopes in scp", { claims: { scope: undefined, scp: ["ask", "read"] } }],
  ] satisfies [string, TokenChange][])("may have %s", async (_what, change) => {
    await whoami(place, await place.issuer.token(change));
  });

  test("may have ended a moment ago, within the tolerance", async () => {
    const exp = Date.now() / 1_000 - 1;
    await whoami(place, await place.issuer.token({ claims: { exp } }));
  });

  test.each(["EdDSA", "ES256", "RS256", "PS256"] as const)("may be signed with %s", async (alg) => {
    const key = await makeKey(alg);
    const other = await placeFor((issuer) => issuer.publish(issuer.key, key));
    await whoami(other, await other.issuer.token({ key }));
  });

  test("is good for what it began no longer than for the next call", async () => {
    const exp = Math.ceil(Date.now() / 1_000) + 2;
    const token = await place.issuer.token({ claims: { sub: "reader", exp } });
    const stream = await get(place, "/v1/events?follow=true", token);
    expect(stream.status).toBe(200);
    await expect(stream.text()).rejects.toThrow();
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1_000);
  });

  test("of an issuer with a path and OpenID metadata alone is found too", async () => {
    const issuer = await startAuthorizationServer({ audience: AUDIENCE, path: "/realms/home" });
    onTestFinished(() => issuer.close());
    issuer.misbehave(`${METADATA}/realms/home`, { kind: "status", status: 404 });
    const { origin } = new URL(issuer.issuer);
    issuer.misbehave("/realms/home/.well-known/openid-configuration", {
      kind: "text",
      text: JSON.stringify({ issuer: issuer.issuer, jwks_uri: origin + KEYS }),
    });
    const folder = makeFolder();
    const oauth = { issuer: issuer.issuer, audience: AUDIENCE };
    const dataFolder = join(folder, "data");
    await makeEmptyDataFolder(dataFolder);
    const server = await startServer({ dataFolder, port: 0, publicUrl: PUBLIC_URL, oauth });
    onTestFinished(async () => {
      await server.stop();
      removeFolder(folder);
    });
    const headers = { authorization: `Bearer ${await issuer.token()}` };
    expect(await fetch(`${server.url}/v1/whoami`, { headers })).toMatchObject({ status: 200 });
  });
});

describe("the agent of a subject", () => {
  test("is one, however many calls are its first", async () => {
    const claims = { sub: "many at once" };
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        place.issuer.token({ claims: { ...claims, jti: String(index) } }),
      ),
    );
    const found = await Promise.all(tokens.map((token) => whoami(place, token)));
    expect(new Set(found.map(({ principal }) => principal.id)).size).toBe(1);
  });

  test("is the client where the token names nobody, and never the subject of that name", async () => {
    const client = await place.issuer.token({ claims: { sub: undefined, client_id: "ana" } });
    const { principal } = await whoami(place, client);
    expect(principal).toMatchObject({ kind: "agent", name: "oauth:client:ana" });
    const posing = await place.issuer.token({ claims: { sub: "client:ana" } });
    expect((await whoami(place, posing)).principal.id).not.toBe(principal.id);
  });

  test("has a name that fits and that no other has, whatever the subject is", async () => {
    const subjects = [
      "auth0|5f7c8ec7c33c6c004bbafe82",
      "auth0/5f7c8ec7c33c6c004bbafe82",
      "x".repeat(4_000),
      `${"x".repeat(3_999)}y`,
      "\u001b[2Jana",
      "ana\u202e",
      " ana",
      "https://client.example/metadata.json",
    ];
    const names = new Set<string>();
    for (const sub of subjects) {
      const { principal } = await whoami(place, await place.issuer.token({ claims: { sub } }));
      expect(principal.name).toMatch(/^oauth:[A-Za-z0-9._@-]{1,48}~[\w-]{22}$/);
      names.add(principal.name);
    }
    expect(names.size).toBe(subjects.length);
  });

  test("cannot be had by a key", async () => {
    const response = await fetch(`${place.server.url}/v1/keys`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${place.key("operator")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ kind: "agent", name: "oauth:ana" }),
    });
    expect(response.status).toBe(400);
  });
});

describe("a scope", () => {
  test("is all that its bearer may do", async () => {
    const token = await place.issuer.token({ claims: { scope: "read openid", sub: "reader" } });
    expect((await whoami(place, token)).rights).toEqual(["read"]);
    expect(await get(place, "/v1/requests", token)).toMatchObject({ status: 200 });
    const memory = await get(place, "/v1/memory", token);
    expect(memory.status).toBe(403);
    expect(memory.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="read memory", resource_metadata="${METADATA_URL}"`,
    );
  });

  test("never lets a token decide, answer, make keys or stop the server", async () => {
    const scope = "ask read answer decide approve withdraw keys audit operate owner * admin";
    const token = await place.issuer.token({ claims: { scope, sub: "greedy", role: "owner" } });
    expect([...(await whoami(place, token)).rights].sort()).toEqual(["ask", "read"]);
    for (const path of ["/v1/keys", "/v1/audit/verify", "/v1/audit/export", "/metrics"]) {
      expect(await get(place, path, token), path).toMatchObject({ status: 403 });
    }
  });

  test.each([
    ["none", { scope: undefined }],
    ["an empty one", { scope: "" }],
    ["unknown ones", { scope: "openid profile answer" }],
    ["one in another case", { scope: "ASK" }],
    ["what is no text", { scope: { ask: true } }],
  ])("is asked for where the token has %s", async (_what, claims) => {
    const token = await place.issuer.token({ claims: { ...claims, sub: "nobody" } });
    expect(await refusal(place, token)).toMatchObject({
      status: 403,
      code: "NOT_ALLOWED",
      challenge: `Bearer error="insufficient_scope", scope="ask tell read memory record", resource_metadata="${METADATA_URL}"`,
    });
  });
});

const now = () => Math.floor(Date.now() / 1_000);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The claims of a right token under another head and signature. */
async function forge(
  issuer: AuthorizationServer,
  header: object,
  sign: (signed: string) => string,
): Promise<string> {
  const claims = (await issuer.token()).split(".")[1];
  const signed = `${encode(header)}.${claims}`;
  return `${signed}.${sign(signed)}`;
}

async function publicPem({ publicJwk }: SigningKey): Promise<string> {
  const key = await importJWK(publicJwk, "ES256", { extractable: true });
  if (key instanceof Uint8Array) throw new Error("The key is not a public one.");
  return await exportSPKI(key);
}

type Forger = (issuer: AuthorizationServer) => Promise<string>;

const changed =
  (change: TokenChange): Forger =>
  (issuer) =>
    issuer.token(change);

const REFUSED: readonly (readonly [string, Forger])[] = [
  ["another audience", changed({ claims: { aud: "https://other.example/mcp" } })],
  ["an audience that begins with ours", changed({ claims: { aud: `${AUDIENCE}.evil` } })],
  ["an audience in capitals", changed({ claims: { aud: AUDIENCE.toUpperCase() } })],
  ["no audience", changed({ claims: { aud: undefined } })],
  ["no audience in a list", changed({ claims: { aud: [] } })],
  ["another issuer", changed({ claims: { iss: "https://evil.example" } })],
  ["the issuer with a slash", (issuer) => issuer.token({ claims: { iss: `${issuer.issuer}/` } })],
  ["no issuer", changed({ claims: { iss: undefined } })],
  ["an end an hour ago", changed({ claims: { exp: now() - 3_600 } })],
  ["no end", changed({ claims: { exp: undefined } })],
  ["a making an hour from now", changed({ claims: { iat: Date.now() / 1_000 + 3_600 } })],
  ["an end in 100 years", changed({ claims: { exp: Date.now() / 1_000 + 100 * 365 * 86_400 } })],
  ["an end that no calendar has", changed({ claims: { exp: 1e300 } })],
  ["an end that is text", changed({ claims: { exp: String(now() + 3_600) } })],
  ["a beginning in an hour", changed({ claims: { nbf: now() + 3_600 } })],
  ["no type", changed({ header: { typ: undefined } })],
  ["the type of a logout token", changed({ header: { typ: "logout+jwt" } })],
  ["nobody", changed({ claims: { sub: undefined, client_id: undefined } })],
  ["an empty subject", changed({ claims: { sub: "" } })],
  ["a subject that is no text", changed({ claims: { sub: 7 } })],
  ["a demand that is not known", changed({ header: { crit: ["exp2"], exp2: 1 } })],
  ["a key of somebody else", async (issuer) => issuer.token({ key: await makeKey() })],
  [
    "a key of somebody else under the name of the right one",
    async (issuer) => issuer.token({ key: await makeKey("ES256", issuer.key.kid) }),
  ],
  [
    "a key that it brings along",
    async (issuer) => {
      const key = await makeKey();
      return await issuer.token({ key, header: { kid: issuer.key.kid, jwk: key.publicJwk } });
    },
  ],
  ["no signature, alg none", (issuer) => forge(issuer, { alg: "none", typ: "at+jwt" }, () => "")],
  ["alg None in capitals", (issuer) => forge(issuer, { alg: "NONE", typ: "at+jwt" }, () => "")],
  [
    "a signature with the public key as a shared secret",
    async (issuer) => {
      const pem = await publicPem(issuer.key);
      const header = { alg: "HS256", typ: "at+jwt", kid: issuer.key.kid };
      return await forge(issuer, header, (signed) =>
        createHmac("sha256", pem).update(signed).digest("base64url"),
      );
    },
  ],
  [
    "claims that were changed",
    async (issuer) => {
      const [header = "", , signature = ""] = (await issuer.token()).split(".");
      const claims = (await issuer.token({ claims: { sub: "root" } })).split(".")[1];
      return `${header}.${claims}.${signature}`;
    },
  ],
  [
    "a signature that was changed",
    async (issuer) => {
      const [header, claims, signature = ""] = (await issuer.token()).split(".");
      const first = signature.startsWith("A") ? "B" : "A";
      return `${header}.${claims}.${first}${signature.slice(1)}`;
    },
  ],
  ["no signature", async (issuer) => `${(await issuer.token()).split(".", 2).join(".")}.`],
  ["no JSON in it", async () => "aaaa.bbbb.cccc"],
];

describe("a token with", () => {
  test.each(REFUSED)("%s is refused and told where to get another", async (_what, make) => {
    const refused = await refusal(place, await make(place.issuer));
    expect(refused).toMatchObject({ status: 401, code: "NOT_SIGNED_IN", challenge: CHALLENGE });
    expect(refused.detail).toMatch(/^This token is not valid here: .*\.$/);
  });

  test("one for another audience is told each that is taken", async () => {
    const token = await place.issuer.token({ claims: { aud: "https://other.example" } });
    const { detail } = await refusal(place, token);
    expect(detail).toContain(`another audience than ${AUDIENCE} or ${PUBLIC_URL}.`);
  });

  test("an algorithm that is not taken is refused, even with a key of the issuer", async () => {
    const key = await makeKey("ES384");
    const other = await placeFor((issuer) => issuer.publish(issuer.key, key));
    const token = await other.issuer.token({ key });
    expect(await refusal(other, token)).toMatchObject({ status: 401, challenge: CHALLENGE });
  });

  test("five parts is no token", async () => {
    const refused = await refusal(place, "a.b.c.d.e");
    expect(refused).toMatchObject({ status: 401, challenge: CHALLENGE });
  });
});

test("a token in the address counts for nothing", async () => {
  const token = await place.issuer.token();
  expect(await get(place, `/v1/whoami?access_token=${token}`)).not.toMatchObject({ status: 200 });
});

describe("an authorization server that", () => {
  test.each([
    ["names another issuer", (as) => as.claim({ issuer: "https://evil.example" })],
    ["names itself with a slash", (as) => as.claim({ issuer: `${as.issuer}/` })],
    ["names no issuer", (as) => as.claim({ issuer: undefined })],
    ["names no keys", (as) => as.claim({ jwks_uri: undefined })],
    ["names keys in the file system", (as) => as.claim({ jwks_uri: "file:///etc/passwd" })],
    ["names keys elsewhere without TLS", (as) => as.claim({ jwks_uri: "http://192.0.2.1/keys" })],
    ["redirects from its metadata", (as) => redirect(as, METADATA)],
    ["redirects from its keys", (as) => redirect(as, KEYS)],
    ["sends the right keys and too much besides", long],
    ["sends no JSON", (as) => as.misbehave(KEYS, { kind: "text", text: "keys" })],
    ["sends no key set", (as) => as.misbehave(KEYS, { kind: "text", text: "{}" })],
    ["has no keys", (as) => as.publish()],
    ["has no metadata", (as) => as.misbehave(METADATA, { kind: "status", status: 404 })],
  ] satisfies [string, (as: AuthorizationServer) => void][])(
    "%s proves nothing, and keys go on",
    async (_what, prepare) => {
      const other = await placeFor(prepare);
      const refused = await refusal(other, await other.issuer.token());
      expect(refused).toMatchObject({ status: 401, code: "NOT_SIGNED_IN", challenge: CHALLENGE });
      expect((await whoami(other, other.key("agent"))).principal.name).toBe("agent");
    },
  );

  test("redirects is not followed", async () => {
    const other = await placeFor((as) => redirect(as, KEYS));
    await refusal(other, await other.issuer.token());
    expect(other.issuer.heard).toEqual([METADATA, KEYS]);
  });

  test.each([{ kind: "status", status: 500 }, { kind: "silence" }] as const)(
    "is in trouble is named as the one to wait for, and keys go on: %o",
    async (fault) => {
      const other = await placeFor((as) => as.misbehave(KEYS, fault));
      const refused = await refusal(other, await other.issuer.token());
      expect(refused).toMatchObject({ status: 503, code: "UNREACHABLE", challenge: null });
      expect(refused.detail).toContain("authorization server");
      await whoami(other, other.key("operator"));
    },
  );

  test("is away is named as the one to wait for, and keys go on", async () => {
    const other = await placeFor(async (as) => as.claim({ jwks_uri: await deadUrl() }));
    const refused = await refusal(other, await other.issuer.token());
    expect(refused).toMatchObject({ status: 503, code: "UNREACHABLE" });
    await whoami(other, other.key("agent"));
  });
});

function long(as: AuthorizationServer): void {
  const text = JSON.stringify({ keys: [as.key.publicJwk], padding: "x".repeat(300_000) });
  as.misbehave(KEYS, { kind: "text", text });
}

function redirect(as: AuthorizationServer, path: string): void {
  as.misbehave(path, { kind: "redirect", to: "/elsewhere" });
  const keys = { keys: [as.key.publicJwk] };
  const metadata = { issuer: as.issuer, jwks_uri: as.issuer + KEYS };
  const text = JSON.stringify(path === KEYS ? keys : metadata);
  as.misbehave("/elsewhere", { kind: "text", text });
}

describe("the metadata of the resource", () => {
  test.each([
    [WELL_KNOWN, PUBLIC_URL],
    [`${WELL_KNOWN}/mcp`, AUDIENCE],
  ])("at %s says who gives out tokens for %s", async (path, resource) => {
    const response = await get(place, path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      resource,
      authorization_servers: [place.issuer.issuer],
      scopes_supported: ["ask", "tell", "read", "memory", "record"],
      bearer_methods_supported: ["header"],
      resource_name: "Earshot",
    });
  });

  test("is named to whoever comes with nothing", async () => {
    const response = await get(place, "/v1/whoami");
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${METADATA_URL}"`,
    );
  });

  test("is not there without an authorization server", async () => {
    const folder = makeFolder();
    const dataFolder = join(folder, "data");
    await makeEmptyDataFolder(dataFolder);
    const server = await startServer({ dataFolder, port: 0 });
    onTestFinished(async () => {
      await server.stop();
      removeFolder(folder);
    });
    for (const path of [WELL_KNOWN, `${WELL_KNOWN}/mcp`]) {
      expect(await fetch(server.url + path)).toMatchObject({ status: 404 });
    }
    const headers = { authorization: `Bearer ${await place.issuer.token()}` };
    const refused = await fetch(`${server.url}/v1/whoami`, { headers });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  });
});
