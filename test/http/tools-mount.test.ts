import { afterAll, beforeAll, expect, test } from "vitest";
import { type HomeServer, startHomeServer } from "../support/server.ts";

/* What the listener itself answers at the path of another protocol: JSON-RPC errors without an id. */

let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());

async function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.agent}`,
      "content-type": "application/json",
      ...headers,
    },
    body,
  });
  return { status: response.status, headers: response.headers, reply: await response.json() };
}

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const refusal = (code: number, named: string) => ({
  jsonrpc: "2.0",
  id: null,
  error: { code, message: expect.stringMatching(/\.$/), data: { code: named } },
});

test.each(["{", "[", "tools"])("the body %j is no JSON", async (body) => {
  const { status, reply } = await post(body);
  expect({ status, reply }).toEqual({ status: 400, reply: refusal(-32_700, "INVALID_INPUT") });
});

test.each([
  ["with a key twice", '{"id":1,"id":2}'],
  ["nested too deep", "[".repeat(40)],
])("a body %s is refused before anything reads it", async (_what, body) => {
  const { status, reply } = await post(body);
  expect({ status, reply }).toEqual({ status: 400, reply: refusal(-32_600, "INVALID_INPUT") });
});

test("a body that is too large is refused", async () => {
  const { status, reply } = await post(JSON.stringify("x".repeat(600_000)));
  expect({ status, reply }).toEqual({ status: 413, reply: refusal(-32_600, "TOO_LARGE") });
});

test("without a key nobody is let in, and is told how", async () => {
  const { status, headers, reply } = await post(CALL, { authorization: "" });
  expect({ status, reply }).toEqual({ status: 401, reply: refusal(-32_600, "NOT_SIGNED_IN") });
  expect(headers.get("www-authenticate")).toBe("Bearer");
});

test("a page of another site is refused", async () => {
  const { status, reply } = await post(CALL, { origin: "https://evil.example" });
  expect({ status, reply }).toEqual({ status: 403, reply: refusal(-32_600, "NOT_ALLOWED") });
});
