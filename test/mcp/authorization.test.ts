import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Envelope } from "../../src/ports/earshot/tool-door.ts";
import { codeOf, collect } from "../suites/earshot/world.ts";
import { eventually } from "../support/cli.ts";
import { createRawClient } from "../support/mcp-fixtures/raw-client.ts";
import { byGroup, takeShare } from "../support/share.ts";
import { approve, look } from "../tools/deciding.ts";
import {
  type ConnectOptions,
  connectClient,
  connectOldClient,
  type Door,
  ERAS,
  envelopeOf,
  lateAnswers,
  openDoor,
} from "./door.ts";

takeShare("eras", byGroup);

const TOOL = "delete_user_data";
const ARGS = { user_id: "user123" };

function seek(more: JsonObject = {}) {
  const reason = "The user wants to be forgotten.";
  const args = { tool_name: TOOL, reason, tool_args: ARGS, ...more };
  return { name: "request_authorization", arguments: args };
}

/** The authorization as soon as it is sought. */
function sought({ operator }: Pick<Door, "operator">): Promise<RequestId> {
  return eventually(async () => {
    const { items } = await operator.list({ status: "open", kind: "authorization" });
    return items[0]?.id;
  });
}

function redeem({ agent }: Door, { data }: Envelope, args: JsonObject = ARGS) {
  return agent.redeem({ grant: String(data["grant"]), tool: TOOL, args });
}

/** A client that holds every result against the tool's own schema. */
async function connect(door: Door, options: ConnectOptions): Promise<Client> {
  const client = await connectClient(door, options);
  await client.listTools();
  return client;
}

async function awaitOne(client: Client, id: string): Promise<Envelope> {
  const args = { request_ids: [id] };
  return envelopeOf(await client.callTool({ name: "await_response", arguments: args }));
}

/** The owner as a script is, with a key that was made for that. */
async function unattended({ operator, url }: Door): Promise<EarshotClient> {
  const { name } = (await operator.whoami()).principal;
  const { secret } = await operator.createKey({
    kind: "person",
    name,
    role: "owner",
    unattended: true,
  });
  return createClient({ url, key: secret });
}

/** What the log says of it, but for when its agent took note. */
async function logged({ operator }: Door, id: string) {
  const events = await collect(operator.events());
  return events.filter(({ subject, type }) => subject === id && !type.startsWith("mailbox."));
}

describe.each(ERAS)("a client of the %s era that seeks an authorization", (era) => {
  test("waits, and gets a grant that is good once, for the arguments that were approved", async () => {
    const door = await openDoor();
    const client = await connect(door, { era });
    const seeking = client.callTool(seek());
    const id = await sought(door);
    const { authorization } = await look(door.operator, id);
    expect(authorization.action.level).toBe("HIGH");
    await (await unattended(door)).approve({ id, digest: authorization.digest });

    const envelope = envelopeOf(await seeking);
    expect(envelope).toMatchObject({
      status: "approved",
      action: "request_authorization",
      data: { approved: true, arguments_edited: false, tool_args: ARGS },
    });
    const other = { user_id: "user124" };
    expect(await codeOf(redeem(door, envelope, other))).toBe("GRANT_REFUSED");
    expect(await logged(door, id)).toMatchObject([
      { type: "request.created", data: { level: "HIGH", digest: authorization.digest } },
      { type: "request.approved", data: { hand: "unattended", via: "http" } },
      { type: "grant.minted" },
      { type: "grant.refused", data: { error: "other_action" } },
    ]);
    expect((await redeem(door, envelope)).request.id).toBe(id);
    expect(await codeOf(redeem(door, envelope))).toBe("GRANT_REFUSED");
  });

  test("is told plainly that arguments were changed", async () => {
    const door = await openDoor();
    const client = await connect(door, { era });
    const seeking = client.callTool(seek());
    const other = { user_id: "user123", dry_run: true };
    await approve(door.operator, await sought(door), other);
    const envelope = envelopeOf(await seeking);
    expect(envelope.data).toMatchObject({
      approved: true,
      arguments_edited: true,
      tool_args: other,
      patch: [{ op: "add", path: "/dry_run", value: true }],
      instruction: expect.stringContaining("not those you sent"),
    });
    expect(await codeOf(redeem(door, envelope))).toBe("GRANT_REFUSED");
    await redeem(door, envelope, other);
  });

  test("is told of a rejection as of any other result", async () => {
    const door = await openDoor();
    const client = await connect(door, { era });
    const seeking = client.callTool(seek());
    await door.operator.reject({ id: await sought(door), reason: "Legal hold." });
    const result = await seeking;
    expect(result.isError).toBeFalsy();
    expect(envelopeOf(result)).toMatchObject({
      status: "rejected",
      data: { approved: false, reason: "Legal hold." },
    });
  });

  test("is told of one that nobody decided in time, which is no consent", async () => {
    const door = await openDoor();
    const rules = [{ name: "soon", tools: [TOOL], expires: "1s", approvers: { roles: ["owner"] } }];
    await door.operator.applyPolicy({ source: { version: 1, rules } });
    const client = await connect(door, { era });
    expect(envelopeOf(await client.callTool(seek()))).toMatchObject({
      status: "expired",
      data: { approved: false, instruction: expect.stringContaining("Silence is no consent") },
    });
  });

  test("shows no form to whoever sits there, and takes no word of theirs", async () => {
    const door = await openDoor();
    const client = await connect(door, { era, capabilities: { elicitation: { form: {} } } });
    const shown: unknown[] = [];
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      shown.push(params);
      return { action: "accept", content: { choice: "approve" } };
    });
    const pending = envelopeOf(await client.callTool(seek({ max_wait_s: 0 })));
    expect(pending.status).toBe("authorization_requested");
    const refused = await client.callTool(seek({ at_client: true }));
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("at_client");
    expect(shown).toEqual([]);
    expect((await look(door.operator, await sought(door))).status).toBe("open");
  });
});

test("a client that gave up is told with its next call, and await_response has the grant", async () => {
  const door = await openDoor();
  const client = await connectOldClient(door);
  await expect(client.callTool(seek(), undefined, { timeout: 300 })).rejects.toThrow(/timed out/);
  const id = await sought(door);
  await approve(door.operator, id);
  const status = { name: "check_security_status", arguments: {} };
  const next = envelopeOf(await client.callTool(status));
  expect(next.data).toMatchObject({ pending_authorizations: 0 });
  expect(lateAnswers(next)).toMatchObject([{ id, kind: "approved", tool_name: TOOL }]);
  expect(JSON.stringify(next)).not.toContain('"grant"');
  const args = { request_ids: [id] };
  const awaited = envelopeOf(await client.callTool({ name: "await_response", arguments: args }));
  expect(awaited).toMatchObject({ status: "approved", data: { approved: true } });
  await redeem(door, awaited);
});

test("the same call again joins the first, and people decide once", async () => {
  const door = await openDoor();
  const client = await connect(door, {});
  const first = envelopeOf(await client.callTool(seek({ max_wait_s: 0 })));
  const again = client.callTool(seek());
  const id = await sought(door);
  await approve(door.operator, id);
  expect(first.data["request_id"]).toBe(id);
  expect(envelopeOf(await again).data).toMatchObject({ request_id: id, approved: true });
  expect((await door.operator.list({ kind: "authorization" })).items).toHaveLength(1);
});

test("a decision of a later round is the result of the call", async () => {
  const door = await openDoor({ continueRounds: 6 });
  const { secret } = await door.operator.createKey({ kind: "agent", name: "hasty", holdMs: 200 });
  const rounds: string[] = [];
  const counting: typeof fetch = (input, init) => {
    const name = new Headers(init?.headers).get("mcp-name");
    if (name !== null) rounds.push(name);
    return fetch(input, init);
  };
  const client = await connect(door, { key: secret, fetch: counting });
  const seeking = client.callTool(seek());
  await eventually(() => rounds.length > 1);
  await approve(door.operator, await sought(door));
  expect(envelopeOf(await seeking)).toMatchObject({
    status: "approved",
    action: "request_authorization",
    data: { approved: true, grant: expect.any(String) },
  });
});

describe("as a task", () => {
  const start = async (door: Door) => {
    const raw = createRawClient({ url: () => door.url, key: door.key });
    const { result = {} } = await raw("tools/call", seek());
    expect(result).toMatchObject({ resultType: "task", status: "working" });
    return { raw, taskId: String(result["taskId"]), id: await sought(door) };
  };

  test("it ends with the same result, grant included", async () => {
    const door = await openDoor();
    const { raw, taskId, id } = await start(door);
    await approve(door.operator, id);
    const { result = {} } = await raw("tasks/get", { taskId });
    expect(result).toMatchObject({ status: "completed", statusMessage: "It was approved." });
    const envelope = envelopeOf(result["result"] as JsonObject);
    expect(envelope).toMatchObject({ status: "approved", action: "request_authorization" });
    await redeem(door, envelope);
  });

  test("a rejection completes it: it is no failure", async () => {
    const door = await openDoor();
    const { raw, taskId, id } = await start(door);
    await door.operator.reject({ id, reason: "No." });
    const { result = {} } = await raw("tasks/get", { taskId });
    expect(result).toMatchObject({
      status: "completed",
      result: { structuredContent: { status: "rejected", data: { approved: false } } },
    });
  });

  test("to cancel it withdraws the request", async () => {
    const door = await openDoor();
    const { raw, taskId, id } = await start(door);
    await raw("tasks/cancel", { taskId });
    expect((await look(door.operator, id)).status).toBe("cancelled");
  });
});

test("what was sought through another door is found with await_response", async () => {
  const door = await openDoor();
  const client = await connect(door, {});
  const input = { tool: TOOL, args: ARGS, reason: "By HTTP." };
  const { request } = await door.agent.authorize(input);
  await approve(door.operator, request.id);
  const envelope = await awaitOne(client, request.id);
  expect(envelope).toMatchObject({ action: "request_authorization", data: { approved: true } });
  await redeem(door, envelope);
});
