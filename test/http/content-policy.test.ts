import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../../src/contract/operations.ts";
import { present } from "../../src/domain/present.ts";
import { openRaw, sendRaw } from "../support/raw-http.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";
import { cellsOf } from "../support/share.ts";

/*
 * A browser can be led to any address of ours: nothing but the page and the reports is a document,
 * and no answer may be taken for one.
 */

let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());

const ID = `req_${"0".repeat(26)}`;
const PATHS = new Set([
  ...Object.values<Operation>(OPERATIONS).map(({ path }) => path.replace("{id}", ID)),
  ...Object.keys(PUBLIC_PATHS),
  "/mcp",
  "/v1/tools/ask_human",
  "/v1/tools/nothing",
  "/nothing",
  "/v1",
]);

const STRICT = "default-src 'none'; frame-ancestors 'none'";

async function answerTo(path: string, method: string, key: string | undefined) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...present({ authorization: key === undefined ? undefined : `Bearer ${key}` }),
    },
    ...present({ body: method === "POST" ? "{}" : undefined }),
  });
  await response.text();
  return response;
}

const CALLERS = ["nobody", "agent", "operator"] as const;
/** Each path in one way at least, and each method by each caller. */
const CELLS = cellsOf("answers", {
  of: [...PATHS]
    // It would stop the server.
    .filter((path) => path !== "/v1/stop")
    .flatMap((path) => ["GET", "POST", "OPTIONS"].map((method) => ({ path, method })))
    .flatMap(({ path, method }) =>
      CALLERS.map((by) => ({ path, method, by, name: `${method} ${path} ${by}` })),
    ),
  valuesOf: ({ path, method, by }) => [path, `${method} ${by}`],
});

test("every answer says that it is no document, whether it is a refusal or not", async () => {
  for (const { path, method, by } of CELLS) {
    const key = by === "nobody" ? undefined : server[by];
    const { headers, status } = await answerTo(path, method, key);
    const what = `${method} ${path} ${status}`;
    expect(headers.get("content-security-policy"), what).toBe(STRICT);
  }
});

test("so does what the guard refuses, what is kept, and a stream", async () => {
  const evil = await sendRaw(server.port, "GET /v1/whoami HTTP/1.1\r\nhost: evil\r\n\r\n");
  expect(evil.headers.get("content-security-policy")).toBe(STRICT);
  const first = await fetch(`${server.url}/capabilities`);
  const kept = await fetch(`${server.url}/capabilities`, {
    headers: { "if-none-match": first.headers.get("etag") ?? "" },
  });
  expect([kept.status, kept.headers.get("content-security-policy")]).toEqual([304, STRICT]);
  const connection = openRaw(server.port);
  connection.send(
    `GET /v1/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer ${server.operator}\r\n\r\n`,
  );
  const stream = await connection.reply();
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.headers.get("content-security-policy")).toBe(STRICT);
});
