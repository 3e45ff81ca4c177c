import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { guard } from "../../src/guard/index.ts";
import { ok, refused } from "../support/call.ts";
import { homeServer } from "../support/server.ts";

/* The arguments that an agent sends are held against the schema that it sends with them, at every door. */

const SCHEMA = { type: "object", properties: { amount: { type: "number", maximum: 10 } } };
const ARGS = { amount: 600 };
const REASON = "To pay.";
const FAULT = "amount: 600 is greater than 10.";

test("arguments that do not fit their own schema are refused with their place", async () => {
  const { url, agent, operator } = await homeServer();
  const tool = "pay_out";
  const client = createClient({ url, key: agent });

  const input = { tool, args: ARGS, reason: REASON, argsSchema: SCHEMA };
  const problem = await refused(url, "authorize", { code: "INVALID_INPUT", key: agent, input });
  expect(JSON.stringify(problem)).toContain(FAULT);
  await expect(client.authorize(input)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining(FAULT),
  });

  const headers = { authorization: `Bearer ${agent}`, "content-type": "application/json" };
  const args = { tool_name: tool, tool_args: ARGS, reason: REASON, args_schema: SCHEMA };
  const called = await fetch(`${url}/v1/tools/request_authorization`, {
    method: "POST",
    headers,
    body: JSON.stringify(args),
  });
  expect(called.status).toBe(400);
  expect(await called.text()).toContain(FAULT);
  const params = { name: "request_authorization", arguments: args };
  const overMcp = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { ...headers, accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect(await overMcp.text()).toContain(FAULT);

  const ran: unknown[] = [];
  const options = { earshot: client, tool, reason: REASON, argsSchema: SCHEMA };
  const guarded = guard(async (given: object) => ran.push(given), options);
  await expect(guarded(ARGS)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect(ran).toEqual([]);

  const { items } = await ok(url, "list", { key: operator });
  expect(items).toEqual([]);
});

test("a schema that nobody can read refuses nothing", async () => {
  const { url, agent } = await homeServer();
  const argsSchema = { $ref: "https://example.com/schema.json" };
  const input = { tool: "pay_out", args: ARGS, reason: REASON, argsSchema };
  expect(await ok(url, "authorize", { key: agent, input })).toMatchObject({ outcome: "pending" });
});
