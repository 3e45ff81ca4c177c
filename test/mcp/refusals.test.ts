import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok } from "../support/call.ts";
import { head, sendRaw } from "../support/raw-http.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

/* What never reaches a tool. */

let server: HomeServer;
beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());

const CALL = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "ask_human", arguments: { question: "Let in?" } },
});

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ method = "POST", body = CALL, headers = {} }: Sent) {
  const all = {
    host: `127.0.0.1:${server.port}`,
    authorization: `Bearer ${server.agent}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const reply = await sendRaw(
    server.port,
    head(`${method} /mcp HTTP/1.1`, Object.entries(all)) + body,
  );
  return { ...reply, json: JSON.parse(reply.body) as { error?: { code: number } } };
}

describe("a call over MCP is refused", () => {
  test("with a name of the host that was made to point here", async () => {
    const { status, json } = await send({ headers: { host: "attacker.example" } });
    expect([status, json.error?.code]).toEqual([403, -32_600]);
  });

  test("from a page of another site", async () => {
    const { status, json } = await send({ headers: { origin: "https://attacker.example" } });
    expect([status, json.error?.code]).toEqual([403, -32_600]);
  });

  test("without a key, and is told how to bring one", async () => {
    const { status, json, headers } = await send({ headers: { authorization: "Basic x" } });
    expect([status, json.error?.code]).toEqual([401, -32_600]);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  test("with a body that is too large", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(600_000) });
    const { status, json } = await send({ body });
    expect([status, json.error?.code]).toEqual([413, -32_600]);
  });

  test("with a body that is too deep", async () => {
    const { status, json } = await send({ body: `${"[".repeat(100)}${"]".repeat(100)}` });
    expect(status).toBe(400);
    expect(json.error?.code).toBeLessThan(-32_000);
  });

  test("with a body that is no JSON", async () => {
    const { status, json } = await send({ body: "{" });
    expect([status, json.error?.code]).toEqual([400, -32_700]);
  });

  test.each(['{"hello":1}', "null", "1", '"text"', "true", "[]", "[null]"])(
    "with a body that is no message of JSON-RPC: %s",
    async (body) => {
      const { status, json } = await send({ body });
      expect([status, json.error?.code]).toEqual([400, -32_600]);
    },
  );

  test("that takes no stream for an answer", async () => {
    const { status } = await send({ headers: { accept: "application/json" } });
    expect(status).toBe(406);
  });

  test.each(["GET", "DELETE"])("by %s: there are no sessions", async (method) => {
    const { status, headers } = await send({ method, body: "" });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("POST");
  });
});

test("none of what was refused has asked anybody", async () => {
  await send({ headers: { origin: "https://attacker.example" } });
  const { items } = await ok(server.url, "list", { key: server.operator });
  expect(items).toEqual([]);
});
