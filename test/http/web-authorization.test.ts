import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { ErrorCode } from "../../src/domain/errors.ts";
import { rightsOf } from "../../src/domain/people/rights.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { call, ok, refused } from "../support/call.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { LETTING_IN } from "../support/operation-lists.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";
import { byOperation, takeShare } from "../support/share.ts";
import { cookieName, pageHeaders, signInBrowser, type WebCaller } from "../support/web.ts";

takeShare("refusals", byOperation(/that is over|as a key|lacks the right/));

/* Every operation of the table against every web session that must not do it. */

const NAMES = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => !(LETTING_IN as readonly string[]).includes(name),
);
const OF_VIEWERS = rightsOf({
  id: "prn_0",
  workspace: "default",
  name: "viewer",
  createdAt: "",
  kind: "person",
  role: "viewer",
});
const WEEK_MS = 7 * 24 * 3_600_000;

let server: TwoWorkspaces;
let rows: Rows;
let things: Things;
let viewer: WebCaller;
let owner: WebCaller;
const over: Record<string, WebCaller> = {};

beforeAll(async () => {
  const clock = createFakeClock();
  server = await startTwoWorkspaces({ clock });
  rows = openRows(server.database);
  const { url } = server;
  const { agent, owner: boss } = server.home;
  const key = boss.secret;
  const expired = await signInBrowser(url, { key });
  // Nothing that comes due in between matters here.
  clock.jump(WEEK_MS);
  things = await makeThings(url, { agent: agent.secret, operator: key });
  await ok(url, "addOperator", { key, input: { name: "viewer", role: "viewer" } });
  viewer = await signInBrowser(url, { key, operator: "viewer" });
  owner = await signInBrowser(url, { key });
  const [revoked, ended] = [await signInBrowser(url, { key }), await signInBrowser(url, { key })];
  await ok(revoked.url, "whoami", { headers: revoked.headers });
  await ok(url, "revokeWebSession", { key, input: { id: revoked.session.id } });
  await ok(ended.url, "signOut", { headers: ended.headers });
  Object.assign(over, { "has expired": expired, "was revoked": revoked, "was ended": ended });
});
afterAll(async () => {
  rows.close();
  await server.close();
});

async function expectRefusal(
  name: OperationName,
  { code, ...options }: { code: ErrorCode; key?: string; headers?: Record<string, string> },
) {
  const before = rows.hash();
  await refused(owner.url, name, { code, input: examplesFor(things)[name], ...options });
  expect(rows.hash(), `${name} changes nothing`).toBe(before);
}

const withCookie = (value: string, name = cookieName(server.url)) => ({
  ...pageHeaders(server.url),
  cookie: `${name}=${value}`,
});

const withBoth = ({ secret, pageSecret }: WebCaller, name?: string) => ({
  ...withCookie(secret, name),
  "earshot-page": pageSecret,
});

describe.each(NAMES)("%s", (name) => {
  const { right }: Operation = OPERATIONS[name];

  test("is refused in a web session that is over", async () => {
    for (const web of Object.values(over)) {
      await expectRefusal(name, { code: "NOT_SIGNED_IN", headers: withBoth(web) });
    }
  });

  test("is refused with what is no cookie of ours", async () => {
    const { secret, pageSecret } = owner;
    for (const cookies of [
      withCookie(`ear_web_${randomBytes(32).toString("base64url")}`),
      withCookie(server.home.owner.secret),
      withCookie(secret, `__Host-earshot-${server.port + 1}`),
      withCookie(secret, `earshot-${server.port + 1}`),
      withCookie(secret, "__Host-earshot"),
      withCookie(`${secret}; ${cookieName(server.url)}=${secret}`),
    ]) {
      const headers = { ...cookies, "earshot-page": pageSecret };
      await expectRefusal(name, { code: "NOT_SIGNED_IN", headers });
    }
  });

  test("is refused where the secret of a web session comes as a key", async () => {
    await expectRefusal(name, { code: "NOT_SIGNED_IN", key: owner.secret });
  });

  if (right === "key" || right === "none" || right === "invitation") return;
  if (OF_VIEWERS.includes(right)) return;
  test("is refused in the web session of an operator who lacks the right", async () => {
    await expectRefusal(name, { code: "NOT_ALLOWED", headers: withBoth(viewer) });
  });
});

test("a web session is let in under either name of its cookie", async () => {
  for (const name of [cookieName(server.url), `earshot-${server.port}`]) {
    const headers = withBoth(owner, name);
    const who = await ok(owner.url, "whoami", { headers });
    expect(who.principal).toEqual(server.home.owner.principal);
  }
});

test("what is decided in a web session came by the inbox, whatever the call says", async () => {
  const headers = { ...withBoth(owner), "earshot-via": "cli" };
  const input = { id: things.request, answer: { text: "yes" } };
  const answered = await ok(owner.url, "answer", { headers, input });
  expect(answered).toMatchObject({ closedBy: { via: "inbox" } });
});

test("who comes with a key is not the inbox, whatever the call says", async () => {
  const { agent, owner: boss } = server.home;
  const asked = await ok(server.url, "ask", { key: agent.secret, input: { text: "why?" } });
  const answered = await ok(server.url, "answer", {
    key: boss.secret,
    headers: { "earshot-via": "inbox" },
    input: { id: asked.request.id, answer: { text: "so" } },
  });
  expect(answered).toMatchObject({ closedBy: { via: "http" } });
});

test("the cookie of a web session opens no tool", async () => {
  for (const path of ["/mcp", "/v1/tools/ask_human"]) {
    const init = { method: "POST", headers: withBoth(owner), body: "{}" };
    const response = await fetch(owner.url + path, init);
    // This server has no tools, and does not look for a caller before it says so.
    expect([401, 404]).toContain(response.status);
  }
});

test("signing out makes the browser forget both cookies", async () => {
  const { headers } = await signInBrowser(server.url, { key: server.home.owner.secret });
  const reply = await call(owner.url, "signOut", { headers });
  const cookies = reply.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split(";").slice(0, 2).join())).toEqual([
    `${cookieName(server.url)}=, Max-Age=0`,
    `earshot-${server.port}=, Max-Age=0`,
  ]);
});
