import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { call, type Input, ok, refused } from "../support/call.ts";
import { THE_RUN } from "../support/few-runs.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";
import { createSoftwarePasskey, type SoftwarePasskey } from "../support/software-passkey.ts";
import {
  newLink,
  pageHeaders,
  pageUrl,
  probeName,
  signInBrowser,
  type WebCaller,
} from "../support/web.ts";

/* What only a browser does, over the wire: `call` holds every reply to the table of operations. */

let server: TwoWorkspaces;
let web: WebCaller;
let url: string;
let linkOfAna: string;

beforeAll(async () => {
  server = await startTwoWorkspaces();
  const key = server.home.owner.secret;
  const source = { version: 1, rules: [{ name: "all", decision: "ask", level: "HIGH" }] };
  // Before the owner has a passkey: with that and no passphrase, none of it is let through any more.
  await ok(server.url, "applyPolicy", { key, input: { source } });
  await ok(server.url, "addOperator", { key, input: { name: "ana" } });
  linkOfAna = await newLink(server.url, { key, operator: "ana", atTerminal: false });
  web = await signInBrowser(server.url, { key: server.home.owner.secret });
  url = web.url;
});
afterAll(() => server.close());

const asOwner = (input: Input = {}) => ({ headers: web.headers, input });
const asNobody = (input: Input = {}) => ({
  headers: { ...pageHeaders(server.url), cookie: `${probeName(server.url)}=1` },
  input,
});

/** What has been registered proves who registers the next. */
let last: SoftwarePasskey | undefined;

async function prove(authenticator: SoftwarePasskey): Promise<JsonObject> {
  return authenticator.assert(await ok(url, "passkeyProof", asOwner()), { origin: url });
}

/** Registers a passkey and returns it with its authenticator. */
async function register(name: string) {
  const authenticator = createSoftwarePasskey();
  const input = last === undefined ? {} : { proof: await prove(last) };
  const options = await ok(url, "passkeyCreation", asOwner(input));
  const response = authenticator.register(options, { origin: url });
  const passkey = await ok(url, "addPasskey", asOwner({ name, response }));
  last = authenticator;
  return { authenticator, passkey, options };
}

async function seek(): Promise<{ id: string; digest: string }> {
  const sought = await ok(server.url, "authorize", {
    key: server.home.agent.secret,
    input: { tool: "deploy", args: {}, reason: "to see" },
  });
  const { request } = sought;
  if (request.kind !== "authorization") throw new Error("It is no authorization.");
  return { id: request.id, digest: request.authorization.digest };
}

describe("a passkey", () => {
  test("is registered, listed, signs in and is removed", async () => {
    const { authenticator, passkey } = await register("this machine");
    expect(passkey).toMatchObject({ name: "this machine", rpId: "localhost" });
    const { items } = await ok(url, "listPasskeys", asOwner());
    expect(items.map(({ id }) => id)).toContain(passkey.id);

    const options = (await ok(url, "passkeySignInOptions", asNobody())) as JsonObject;
    const response = authenticator.assert(options, { origin: url });
    const reply = await call(url, "signInWithPasskey", asNobody({ response }));
    expect(reply.status).toBe(201);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-earshot-\d+=ear_web_/);
    await refused(url, "signInWithPasskey", {
      ...asNobody({ response }),
      code: "NOT_SIGNED_IN",
    });

    const { id } = passkey;
    await refused(url, "removePasskey", { ...asOwner({ id }), code: "NOT_ALLOWED" });
    const proof = await prove(authenticator);
    const removed = await ok(url, "removePasskey", asOwner({ id, proof }));
    expect(removed.id).toBe(id);
    last = undefined;
  });

  test("proves who registers another", async () => {
    const { authenticator } = await register("first");
    const proof = await prove(authenticator);
    const options = await ok(url, "passkeyCreation", asOwner({ proof }));
    expect(options).toHaveProperty("challenge");
  });

  test("approves HIGH over the digest, by the origin that the door has checked", async () => {
    const { authenticator } = await register("for approvals");
    const { id, digest } = await seek();
    const options = await ok(url, "passkeyStepUp", asOwner({ digest }));
    expect(options["challenge"]).toBe(Buffer.from(digest, "hex").toString("base64url"));
    const passkey = authenticator.assert(options, { origin: url });
    const approved = await ok(url, "approve", asOwner({ id, digest, passkey }));
    expect(approved).toMatchObject({
      status: "approved",
      authorization: { votes: [{ passkey: true, steppedUp: true, by: { via: "inbox" } }] },
    });
  });

  test("is of no use to a page at an address of digits", async () => {
    const { port } = server;
    const headers = { ...web.headers, origin: `http://127.0.0.1:${port}` };
    const there = `http://127.0.0.1:${port}`;
    for (const name of ["passkeySignInOptions", "passkeyCreation"] as const) {
      const problem = await refused(there, name, { code: "NOT_ALLOWED", headers });
      expect(problem.detail).toContain("http://localhost:");
    }
  });

  test("is of no use without a page", async () => {
    const key = server.home.owner.secret;
    for (const name of ["passkeyCreation", "passkeyProof"] as const) {
      await refused(server.url, name, { code: "NOT_ALLOWED", key });
    }
  });
});

test("a link signs its operator in, in a session that both can see", async () => {
  const reply = await ok(url, "signInWithLink", asNobody({ token: linkOfAna }));
  expect(reply).toMatchObject({
    operator: { name: "ana" },
    session: { name: "ana", atTerminal: false },
  });
  const { items } = await ok(url, "listWebSessions", asOwner());
  expect(items.find(({ isCurrent }) => isCurrent === true)?.id).toBe(web.session.id);
  expect(items.map(({ name }) => name)).toContain("ana");
});

test("what does not sign in is told so, without a word on why", async () => {
  const told = await refused(url, "signInWithLink", {
    ...asNobody({ token: "A".repeat(43) }),
    code: "NOT_SIGNED_IN",
  });
  expect(told.detail).toContain("npx earshot open");
  for (const response of [{}, { id: "x" }, { id: "x", response: { clientDataJSON: "e30" } }]) {
    const code = "NOT_SIGNED_IN";
    await refused(url, "signInWithPasskey", { ...asNobody({ response }), code });
  }
});

test("a run is shown, and its report is a document that can do nothing", async () => {
  const { items } = await ok(url, "listRuns", asOwner());
  expect(items.map(({ run }) => run)).toEqual([THE_RUN]);
  const transcript = await ok(url, "showRun", asOwner({ id: THE_RUN, after: 0 }));
  expect(transcript.entries).toHaveLength(1);
  const reply = await call(url, "runReport", asOwner({ id: THE_RUN }));
  expect("output" in reply && reply.output).toMatch(/^<!doctype html>/);
  const policy = reply.headers.get("content-security-policy") ?? "";
  expect(policy.split("; ")).toEqual(
    expect.arrayContaining(["sandbox", "script-src 'none'", "frame-ancestors 'self'"]),
  );
  await refused(url, "runReport", {
    ...asOwner({ id: `run_${"0".repeat(26)}` }),
    code: "NOT_FOUND",
  });
});

test("of too many attempts to sign in at once the rest is refused for a while", async () => {
  const other = await startTwoWorkspaces();
  try {
    const there = pageUrl(other.url);
    const options = { headers: pageHeaders(other.url), input: { token: "A".repeat(43) } };
    const attempts = Array.from({ length: 601 }, () => call(there, "signInWithLink", options));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    // Whoever fails often keeps nobody out: a good link is taken, and a passkey is still asked for.
    await signInBrowser(other.url, { key: other.home.owner.secret });
    await ok(there, "passkeySignInOptions", { headers: pageHeaders(other.url) });
  } finally {
    await other.close();
  }
});
