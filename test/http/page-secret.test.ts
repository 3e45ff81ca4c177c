import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import { digest } from "../../src/system/digest.ts";
import { ok, refused, requestOf } from "../support/call.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { LETTING_IN } from "../support/operation-lists.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";
import { newLink, postLink, signInBrowser, type WebCaller } from "../support/web.ts";

/* A program on another port of the host is sent the cookie, and nothing that the page holds. */

/** What a browser opens by an address, to which a page can add no header. */
const BY_COOKIE_ALONE: readonly string[] = [
  "events",
  "exportAudit",
  "proveAction",
  "runReport",
  "readAttachment",
  "readFile",
];
const NAMES = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => !(LETTING_IN as readonly string[]).includes(name),
);

let server: TwoWorkspaces;
let rows: Rows;
let things: Things;
let web: WebCaller;
let other: WebCaller;

beforeAll(async () => {
  server = await startTwoWorkspaces();
  rows = openRows(server.database);
  const key = server.home.owner.secret;
  things = await makeThings(server.url, { agent: server.home.agent.secret, operator: key });
  web = await signInBrowser(server.url, { key });
  other = await signInBrowser(server.url, { key });
});
afterAll(async () => {
  rows.close();
  await server.close();
});

function withPage(page: string | undefined): Readonly<Record<string, string>> {
  const { "earshot-page": _, ...cookie } = web.headers;
  return page === undefined ? cookie : { ...cookie, "earshot-page": page };
}

const wrongPages = () => [
  undefined,
  "",
  other.pageSecret,
  web.secret,
  `${web.pageSecret}, ${web.pageSecret}`,
  digest.text(web.pageSecret),
  "by_cookie_alone",
  server.home.owner.secret,
  `ear_page_${randomBytes(32).toString("base64url")}`,
];

describe.each(NAMES.filter((name) => !BY_COOKIE_ALONE.includes(name)))("%s", (name) => {
  test("is refused with the cookie and without the secret of its page", async () => {
    const input = examplesFor(things)[name];
    const before = rows.hash();
    for (const page of wrongPages()) {
      await refused(web.url, name, { code: "NOT_SIGNED_IN", headers: withPage(page), input });
    }
    expect(rows.hash()).toBe(before);
  });
});

test("what the cookie alone opens changes nothing", async () => {
  for (const name of NAMES.filter((each) => BY_COOKIE_ALONE.includes(each))) {
    expect(OPERATIONS[name].method).toBe("GET");
    const before = rows.hash();
    await fetchText(name, withPage(undefined));
    expect(rows.hash()).toBe(before);
  }
});

test("the secret of a page is no key, nor a cookie", async () => {
  await refused(web.url, "whoami", { code: "NOT_SIGNED_IN", key: web.pageSecret });
  const cookie = String(web.headers["cookie"]).replace(web.secret, web.pageSecret);
  const headers = { ...web.headers, cookie };
  await refused(web.url, "whoami", { code: "NOT_SIGNED_IN", headers });
});

async function fetchText(name: OperationName, headers: Readonly<Record<string, string>>) {
  const { path, ...init } = requestOf(name, { headers, input: examplesFor(things)[name] });
  const response = await fetch(web.url + path, init);
  return await response.text();
}

test("no answer but that to the sign-in holds the secret of a page, or its hash", async () => {
  const hidden = [web, other].flatMap(({ pageSecret }) => [pageSecret, digest.text(pageSecret)]);
  expect(JSON.stringify(rows.all())).toContain(hidden[1]);
  expect(JSON.stringify(rows.all())).not.toContain(hidden[0]);
  const reads = NAMES.filter((name) => OPERATIONS[name].method === "GET");
  for (const name of reads) {
    const text = await fetchText(name, web.headers);
    for (const each of hidden) expect(text, name).not.toContain(each);
    expect(text, name).not.toContain("pageHash");
  }
});

test("whoever signs in where somebody is ends that web session, by the secret of its page only", async () => {
  const key = server.home.owner.secret;
  const [kept, left] = [
    await signInBrowser(server.url, { key }),
    await signInBrowser(server.url, { key }),
  ];
  const cookieOf = ({ headers }: WebCaller) => String(headers["cookie"]);
  await postLink(server.url, await newLink(server.url, { key }), { cookie: cookieOf(kept) });
  await ok(kept.url, "whoami", { headers: kept.headers });

  const refusedLink = await postLink(server.url, "A".repeat(43), left.headers);
  expect(refusedLink.status).toBe(401);
  await ok(left.url, "whoami", { headers: left.headers });

  const again = await postLink(server.url, await newLink(server.url, { key }), left.headers);
  expect(again.status).toBe(201);
  await refused(left.url, "whoami", { code: "NOT_SIGNED_IN", headers: left.headers });
});
