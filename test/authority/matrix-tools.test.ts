import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { present } from "../../src/domain/present.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { ok, okKey } from "../support/call.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

/* Every tool × every key that must not call it: refused, and not one row is another. */

const ID = "req_01k00000000000000000000000";
const CONVERSATION = "cnv_01k00000000000000000000000";
/** What is valid for each, where nothing at all is not. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  ask_human: { question: "May I?" },
  should_i_ask: { question: "Tabs?", options: ["yes", "no"], cost_of_wrong: "low" },
  request_authorization: { tool_name: "delete_user_data", reason: "Asked for." },
  await_response: { request_id: ID },
  cancel_request: { request_id: ID },
  send_message_to_operator: { message: "Hello" },
  message: { chat_id: "owner", content: "Hello", channel: "inbox" },
  begin_conversation: { initial_message: "I need a report." },
  continue_conversation: { conversation_id: CONVERSATION, message: "Yes." },
  task_progress: { conversation_id: CONVERSATION, status: "begun" },
  task_completed: { conversation_id: CONVERSATION, task_result: "Done." },
};

/**
 * Allowed for every key: it reads what everybody may know, or no more than the key can read by
 * HTTP.
 */
const READING: readonly string[] = [
  "get_capabilities",
  "check_security_status",
  "format_response",
  "get_task",
  "should_i_ask",
];

/** An agent is not even told of them. */
const OF_PEOPLE = ["begin_conversation", "continue_conversation"];
const NAMES = [...TOOL_SETS.interaction.map(({ name }) => name), ...OF_PEOPLE];

let server: HomeServer;
let rows: Rows;
const keys: Record<string, string | undefined> = {};

beforeAll(async () => {
  server = await startHomeServer();
  rows = openRows(server.database);
  const make = async (input: Readonly<Record<string, string>>) =>
    await okKey(server.url, { key: server.operator, input });
  const revoked = await make({ kind: "agent", name: "revoked" });
  await ok(server.url, "revokeKey", { key: server.operator, input: { id: revoked.key.id } });
  keys["no key"] = undefined;
  keys["a revoked key"] = revoked.secret;
  keys["the key of an agent"] = (await make({ kind: "agent", name: "any" })).secret;
  keys["the key of an owner"] = server.operator;
  keys["the key of an approver"] = (await make({ kind: "person", name: "ana" })).secret;
  keys["the key of a viewer"] = (await make({ kind: "person", name: "vi", role: "viewer" })).secret;
  keys["the key of a service"] = (await make({ kind: "service", name: "svc" })).secret;
});
afterAll(async () => {
  rows.close();
  await server.close();
});

const HOLDERS = [
  "no key",
  "a revoked key",
  "the key of an owner",
  "the key of an approver",
  "the key of a viewer",
  "the key of a service",
];

async function callTool(name: string, key: string | undefined): Promise<number> {
  const response = await fetch(`${server.url}/v1/tools/${name}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...present({ authorization: key === undefined ? undefined : `Bearer ${key}` }),
    },
    body: JSON.stringify(ARGUMENTS[name] ?? {}),
  });
  await response.text();
  return response.status;
}

/** A service may say something to people by any door, and so by this one. */
const SAYING: readonly string[] = ["message"];
/** Whoever may say something begins a conversation of their own. */
const SPEAKERS = ["the key of an owner", "the key of an approver"];
const holdersOf = (name: string) =>
  HOLDERS.filter((holder) => !(holder === "the key of a service" && SAYING.includes(name)))
    .filter((holder) => !(name === "begin_conversation" && SPEAKERS.includes(holder)))
    .concat(OF_PEOPLE.includes(name) ? ["the key of an agent"] : []);

/** The log of a call is no change that the tool has made, and may come behind its reply. */
const withoutCalls = (all: readonly string[]) =>
  all.filter((row) => !/^events .*"type":"tool\.(?:failed|succeeded)"/.test(row));

describe.each(NAMES)("%s", (name) => {
  test.each(holdersOf(name))("is refused to %s, and changes nothing", async (holder) => {
    const before = rows.all();
    const status = await callTool(name, keys[holder]);
    if (holder === "no key" || holder === "a revoked key") expect(status).toBe(401);
    else if (!READING.includes(name)) expect(status).toBeGreaterThanOrEqual(400);
    expect(withoutCalls(rows.all())).toEqual(withoutCalls(before));
  });
});
