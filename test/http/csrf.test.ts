import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import { call, checkProblem, ok, refused, requestOf } from "../support/call.ts";
import { head, type RawReply, sendRaw } from "../support/raw-http.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { say, startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";
import { newLink, pageHeaders, signInBrowser, type WebCaller } from "../support/web.ts";

/*
 * A browser sends our cookie for pages that are not ours too: those on other ports of this machine
 * are the same site to it. Of every combination of what it tells of a call only that of our own page
 * is taken.
 */

let server: TwoWorkspaces;
let rows: Rows;
let web: WebCaller;
let host: string;

beforeAll(async () => {
  server = await startTwoWorkspaces();
  rows = openRows(server.database);
  web = await signInBrowser(server.url, { key: server.home.owner.secret });
  host = new URL(web.url).host;
});
afterAll(async () => {
  rows.close();
  await server.close();
});

type Line = readonly [string, string];

interface Combination {
  readonly type: string | undefined;
  readonly origin: string | undefined;
  readonly site: string | undefined;
}

const TYPES = ["application/json", "text/plain", "application/x-www-form-urlencoded", undefined];
const ORIGINS = [
  "own",
  undefined,
  "null",
  "http://localhost",
  "http://localhost:1",
  "https://evil.example",
  "own by TLS",
];
const SITES = ["same-origin", undefined, "same-site", "none", "cross-site"];

const COMBINATIONS: readonly Combination[] = TYPES.flatMap((type) =>
  ORIGINS.flatMap((origin) => SITES.map((site) => ({ type, origin, site }))),
);

const isOwn = ({ type, origin, site }: Combination) =>
  type === "application/json" && origin === "own" && (site === undefined || site === "same-origin");

function linesOf({ type, origin, site }: Combination): readonly Line[] {
  const named = { own: web.url, "own by TLS": web.url.replace("http:", "https:") };
  const from = origin === undefined ? undefined : (named[origin as "own"] ?? origin);
  const all: readonly (readonly [string, string | undefined])[] = [
    ["host", host],
    ["content-type", type],
    ["origin", from],
    ["sec-fetch-site", site],
  ];
  return all.filter((line): line is Line => line[1] !== undefined);
}

/** Sends it as these bytes: clients of Node write some of these headers themselves. */
function post(path: string, { lines, body }: { lines: readonly Line[]; body: string }) {
  const length = ["content-length", String(Buffer.byteLength(body))] as const;
  return sendRaw(server.port, head(`POST ${path} HTTP/1.1`, [...lines, length]) + body);
}

async function expectNothing(reply: RawReply, combination: Combination, before: string) {
  const problem = checkProblem(reply, reply.body);
  expect(problem.code).toMatch(/^(NOT_ALLOWED|INVALID_INPUT)$/);
  expect(reply.headers.get("set-cookie")).toBeNull();
  expect(rows.hash(), JSON.stringify(combination)).toBe(before);
}

const withCookie = (): readonly Line[] => [
  ["cookie", String(web.headers["cookie"])],
  ["earshot-page", web.pageSecret],
];
const newToken = async () => ({
  token: await newLink(server.url, { key: server.home.owner.secret }),
});
const CHANGES = [
  ["a change by cookie", { path: "/v1/sign-in-links", own: withCookie, input: async () => ({}) }],
  ["a sign-in by link", { path: "/v1/sign-in/link", own: () => [], input: newToken }],
] as const;

describe.each(CHANGES)("%s", (_what, { path, own, input }) => {
  test("is refused in every combination but that of our own page", async () => {
    const body = JSON.stringify(await input());
    const before = rows.hash();
    for (const combination of COMBINATIONS.filter((each) => !isOwn(each))) {
      const reply = await post(path, { lines: [...linesOf(combination), ...own()], body });
      await expectNothing(reply, combination, before);
    }
  });

  test("is taken from our own page", async () => {
    const taken = COMBINATIONS.filter(isOwn);
    expect(taken).toHaveLength(2);
    for (const combination of taken) {
      const body = JSON.stringify(await input());
      const reply = await post(path, { lines: [...linesOf(combination), ...own()], body });
      expect(reply.status, JSON.stringify(combination)).toBe(201);
    }
  });
});

describe("a read by cookie", () => {
  const get = (path: string, more: readonly Line[]) =>
    sendRaw(server.port, head(`GET ${path} HTTP/1.1`, [["host", host], ...withCookie(), ...more]));

  test.each([undefined, "same-origin", "none"])("is served where the site is %s", async (site) => {
    const more: readonly Line[] = site === undefined ? [] : [["sec-fetch-site", site]];
    expect((await get("/v1/whoami", more)).status).toBe(200);
  });

  test.each(["same-site", "cross-site", "x"])("is refused where the site is %s", async (site) => {
    for (const path of ["/v1/whoami", "/v1/inbox", "/v1/events", "/v1/audit/export"]) {
      const reply = await get(path, [["sec-fetch-site", site]]);
      expect(checkProblem(reply, reply.body)).toMatchObject({ code: "NOT_ALLOWED" });
    }
  });
});

test("a call with a key is not asked for what a page sends, nor looked at for cookies", async () => {
  const key = server.home.agent.secret;
  const headers = { cookie: String(web.headers["cookie"]) };
  const who = await ok(server.url, "whoami", { key, headers });
  expect(who.principal).toEqual(server.home.agent.principal);
  await refused(server.url, "whoami", { code: "NOT_SIGNED_IN", key: "ear_live_none", headers });
  await ok(server.url, "tell", { key, input: { text: say() } });
});

const READS = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => OPERATIONS[name].method === "GET",
);

test("reading changes nothing, whoever reads and whatever they are told", async () => {
  const before = rows.hash();
  const id = `req_${"0".repeat(26)}`;
  for (const name of READS) {
    await call(web.url, name, { headers: web.headers, input: { id } });
    await call(web.url, name, { headers: web.headers });
  }
  expect(rows.hash()).toBe(before);
});

test("what changes something is not done by a GET, whatever the cookie", async () => {
  const posts = (Object.keys(OPERATIONS) as OperationName[]).filter(
    (name) => OPERATIONS[name].method === "POST",
  );
  const gets = new Set(READS.map((name) => OPERATIONS[name].path as string));
  const before = rows.hash();
  for (const name of posts.filter((post) => !gets.has(OPERATIONS[post].path))) {
    const { path } = requestOf(name, { input: { id: `req_${"0".repeat(26)}` } });
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(web.url + path, { method, headers: web.headers });
      // What stands in the place of an id may make it the path of a read, which is then refused.
      expect([400, 404, 405], `${method} ${path}`).toContain(response.status);
    }
  }
  expect(rows.hash()).toBe(before);
});

test("a sign-in needs no key and takes none, and its address is used up by nothing but its page", async () => {
  const token = await newLink(server.url, { key: server.home.owner.secret });
  const before = rows.hash();
  for (const path of ["/sign-in", `/sign-in?token=${token}`, `/v1/sign-in/link?token=${token}`]) {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const headers = { purpose: "prefetch", "sec-purpose": "prefetch" };
      await (await fetch(web.url + path, { method, headers })).text();
    }
  }
  expect(rows.hash()).toBe(before);
  const headers = pageHeaders(server.url);
  expect(await ok(web.url, "signInWithLink", { headers, input: { token } })).toMatchObject({
    operator: { name: "owner" },
  });
  await refused(web.url, "signInWithLink", { code: "NOT_SIGNED_IN", headers, input: { token } });
});
