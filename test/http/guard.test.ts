import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../../src/contract/operations.ts";
import { systemClock } from "../../src/system/clock.ts";
import { checkProblem } from "../support/call.ts";
import { openContext } from "../support/context.ts";
import { head, sendRaw } from "../support/raw-http.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";
import { cellsOf } from "../support/share.ts";
import { openHttpDoor } from "../support/world.ts";

/*
 * A web page elsewhere can make a browser call this server: by a name of its own that it points at
 * the loopback address, or from its own origin. Every route refuses that before it reads a body.
 */

interface Route {
  readonly method: string;
  readonly path: string;
}

const ID = `req_${"0".repeat(26)}`;
const ROUTES: readonly Route[] = [
  ...Object.values<Operation>(OPERATIONS).map(({ method, path }) => ({
    method,
    path: path.replace("{id}", ID),
  })),
  ...Object.keys(PUBLIC_PATHS).map((path) => ({ method: "GET", path })),
  { method: "GET", path: "/" },
  { method: "OPTIONS", path: "/v1/requests" },
];

let server: HomeServer;
let rows: Rows;

beforeAll(async () => {
  server = await startHomeServer();
  rows = openRows(server.database);
});
afterAll(async () => {
  rows.close();
  await server.close();
});

type Headers = readonly (readonly [string, string])[];

/**
 * Sends a head with the operator's key. A POST promises a body that never comes, so whatever is
 * answered was answered without it.
 */
function send({ method, path }: Route, headers: Headers) {
  const body: Headers = method === "POST" ? [["content-length", "100000"]] : [];
  const key = ["authorization", `Bearer ${server.operator}`] as const;
  return sendRaw(
    server.port,
    head(`${method} ${path} HTTP/1.1`, [...headers, key, ["content-type", "text/plain"], ...body]),
  );
}

const HOST = ["host", "localhost"] as const;

const HOSTILE: readonly (readonly [string, Headers])[] = [
  ["a Host of another name", [["host", "evil"]]],
  ["a Host of another name with a port", [["host", "evil:4242"]]],
  ["a Host that begins with ours", [["host", "localhost.evil"]]],
  ["a Host that ends with ours", [["host", "evil.localhost"]]],
  ["a Host that holds ours as a user", [["host", "localhost@evil"]]],
  ["a Host that holds ours before a port", [["host", "localhost:4242.evil"]]],
  ["a Host with two ports", [["host", "localhost:1:2"]]],
  ["a Host with a dot at its end", [["host", "localhost."]]],
  ["an empty Host", [["host", ""]]],
  ["an address of this machine that is not ours", [["host", "127.0.0.2"]]],
  ["an address that means any", [["host", "0.0.0.0"]]],
  ["our address as one number", [["host", "2130706433"]]],
  ["our address in short", [["host", "127.1"]]],
  ["an IPv6 address that holds ours", [["host", "[::ffff:127.0.0.1]"]]],
  ["an IPv6 address without brackets", [["host", "::1"]]],
  ["two Hosts, both ours", [HOST, HOST]],
  ["two Hosts, ours first", [HOST, ["host", "evil"]]],
  ["two Hosts, ours last", [["host", "evil"], HOST]],
  ["the Origin null", [HOST, ["origin", "null"]]],
  ["a foreign Origin", [HOST, ["origin", "https://evil.example"]]],
  ["an Origin that begins with ours", [HOST, ["origin", "http://localhost.evil"]]],
  ["an Origin that holds ours as a user", [HOST, ["origin", "http://localhost@evil"]]],
  ["an Origin on another port", [HOST, ["origin", "http://localhost:3000"]]],
  ["an Origin with a path", [HOST, ["origin", "http://localhost/"]]],
  ["an Origin of another scheme", [HOST, ["origin", "file://localhost"]]],
  ["an empty Origin", [HOST, ["origin", ""]]],
  ["a call from another site's page", [HOST, ["sec-fetch-site", "cross-site"]]],
];

const TRIED = cellsOf("guards", {
  of: HOSTILE.flatMap(([what]) =>
    ROUTES.map((route) => ({ name: `${what}: ${route.method} ${route.path}`, what, route })),
  ),
  valuesOf: ({ what, route: { method, path } }) => [what, `${method} ${path}`],
});

describe.each(HOSTILE)("%s", (what, headers) => {
  test("is refused by every route, before a body is read", async () => {
    const before = rows.hash();
    const tried = TRIED.filter((cell) => cell.what === what);
    expect(tried).not.toEqual([]);
    for (const { route } of tried) {
      const reply = await send(route, headers);
      const problem = checkProblem(reply, reply.body);
      expect(problem, `${route.method} ${route.path}`).toMatchObject({ code: "NOT_ALLOWED" });
    }
    expect(rows.hash()).toBe(before);
  });
});

test("a whole address in the request line is refused by every route", async () => {
  for (const { method, path } of ROUTES) {
    for (const address of [`http://localhost${path}`, `http://evil${path}`, `evil${path}`, "*"]) {
      if (address === "*" && method !== "OPTIONS") continue;
      const reply = await send({ method, path: address }, [HOST]);
      // Some of these are no request line at all, and never reach us.
      if (reply.body !== "" || reply.status !== 400) {
        expect(checkProblem(reply, reply.body)).toMatchObject({ code: "NOT_ALLOWED" });
      }
    }
  }
});

test("a call without a Host is refused by every route", async () => {
  for (const { method, path } of ROUTES) {
    const now = await send({ method, path }, []);
    expect(now.status, "RFC 9112, 3.2: a call of HTTP/1.1 without one is no call").toBe(400);
    const old = await sendRaw(server.port, `${method} ${path} HTTP/1.0\r\n\r\n`);
    expect(checkProblem(old, old.body)).toMatchObject({ code: "NOT_ALLOWED" });
  }
});

describe("is let through", () => {
  const port = "1234";
  const FRIENDLY: readonly (readonly [string, Headers])[] = [
    ["localhost", [HOST]],
    ["localhost in capitals", [["host", "LocalHost"]]],
    ["localhost with a port", [["host", `localhost:${port}`]]],
    ["the address", [["host", "127.0.0.1"]]],
    ["the address with a port", [["host", `127.0.0.1:${port}`]]],
    ["the IPv6 address", [["host", "[::1]"]]],
    ["the IPv6 address with a port", [["host", `[::1]:${port}`]]],
    ["our own Origin", [HOST, ["origin", "http://localhost"]]],
    [
      "our own Origin with its port",
      [
        ["host", `127.0.0.1:${port}`],
        ["origin", `http://127.0.0.1:${port}`],
      ],
    ],
    ["our own Origin behind TLS", [HOST, ["origin", "https://localhost"]]],
    ["our own page", [HOST, ["sec-fetch-site", "same-origin"]]],
    ["who types the address", [HOST, ["sec-fetch-site", "none"]]],
  ];

  test.each(FRIENDLY)("%s", async (_what, headers) => {
    expect(await send({ method: "GET", path: "/livez" }, headers)).toMatchObject({ status: 200 });
    const reply = await send({ method: "GET", path: "/v1/whoami" }, headers);
    expect(reply.status).toBe(200);
  });
});

test("no answer lets another site's page read it", async () => {
  for (const { method, path } of ROUTES.filter((route) => route.method === "GET")) {
    const { headers } = await send({ method, path }, [HOST]);
    for (const name of headers.keys()) expect(name).not.toMatch(/^access-control-/);
  }
});

describe("a method that a path does not take", () => {
  const taken = new Map<string, string[]>();
  for (const { method, path } of Object.values<Operation>(OPERATIONS)) {
    const methods = method === "GET" ? ["GET", "HEAD"] : [method];
    taken.set(path, [...(taken.get(path) ?? []), ...methods]);
  }
  for (const path of Object.keys(PUBLIC_PATHS)) taken.set(path, ["GET", "HEAD"]);
  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];

  test.each([...taken])("is refused at %s with those that it takes", async (path, methods) => {
    const before = rows.hash();
    for (const method of METHODS.filter((other) => !methods.includes(other))) {
      const reply = await send({ method, path: path.replace("{id}", ID) }, [HOST]);
      expect(reply.status, method).toBe(405);
      expect(reply.headers.get("allow")?.split(/, ?/).sort()).toEqual([...methods].sort());
      if (method !== "HEAD") {
        expect(checkProblem(reply, reply.body)).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
      }
    }
    expect(rows.hash()).toBe(before);
  });
});

test("what is at no path is not found, with or without a key", async () => {
  for (const path of [
    "//livez",
    "/livez/",
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v2/requests",
    "/V1/requests",
    "/v1/requests/a/b/c",
    `/v1/requests/${ID}/answer/`,
    "/v1/../v1/requests",
    "/v1/%72equests",
    "/v1/requests;a=b",
    "/constructor",
    "/__proto__",
  ]) {
    for (const method of ["GET", "POST"]) {
      const withKey = await sendRaw(
        server.port,
        head(`${method} ${path} HTTP/1.1`, [HOST, ["authorization", `Bearer ${server.operator}`]]),
      );
      expect(checkProblem(withKey, withKey.body), path).toMatchObject({ code: "NOT_FOUND" });
      const without = await sendRaw(server.port, head(`${method} ${path} HTTP/1.1`, [HOST]));
      expect(checkProblem(without, without.body), path).toMatchObject({ code: "NOT_FOUND" });
    }
  }
});

test("the public paths need no key and take HEAD", async () => {
  for (const path of Object.keys(PUBLIC_PATHS)) {
    const response = await fetch(server.url + path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    expect(text).not.toBe("");
    const bare = await fetch(server.url + path, { method: "HEAD" });
    expect(bare.status).toBe(200);
    expect(bare.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
  }
});

test("the public health paths say nothing but that they are well", async () => {
  for (const path of ["/livez", "/readyz"]) {
    const response = await fetch(server.url + path);
    expect(await response.text()).toBe("ok\n");
    expect([...response.headers.keys()]).not.toContain("server");
  }
});

test("a process whose store is closed is not alive", async () => {
  const { ctx, close } = await openContext(systemClock);
  const door = await openHttpDoor(ctx);
  expect((await fetch(`${door.url}/livez`)).status).toBe(200);
  await close();
  for (const path of ["/livez", "/readyz"]) {
    const response = await fetch(door.url + path);
    expect(response.status, path).toBe(503);
    expect(await response.json()).toMatchObject({ code: "SHUTTING_DOWN" });
  }
  await door.close();
});

test("without a key nothing of a call's body is read", async () => {
  const reply = await sendRaw(
    server.port,
    head("POST /v1/requests HTTP/1.1", [HOST, ["content-length", "100000"]]),
  );
  expect(checkProblem(reply, reply.body)).toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(reply.headers.get("connection")).toBe("close");
});
