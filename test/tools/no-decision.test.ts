import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { codeOf } from "../suites/earshot/world.ts";
import { type Doors, openDoors } from "./agent-door.ts";
import { look } from "./deciding.ts";

/* No tool on an agent's surface decides a request, and no right of an agent does. */

const DECIDING = [
  "answer",
  "approve",
  "approval",
  "reject",
  "deny",
  "decide",
  "decision",
  "vote",
  "grant",
  "permit",
  "permission",
  "permissions",
  "policy",
  "passphrase",
  "key",
  "keys",
  "erase",
];

let doors: Doors;
let question: RequestId;
let authorization: RequestId;

beforeEach(async () => {
  doors = await openDoors();
  const scout = doors.world.as("scout");
  const tool = "delete_user_data";
  question = (await scout.ask({ text: "Ship it?", tool: "ask_human" })).request.id;
  authorization = (await scout.authorize({ tool, args: {}, reason: "x" })).request.id;
});
afterEach(() => doors.close());

test("no tool is named for a decision, and none takes one for an argument", () => {
  for (const { name, input } of TOOL_SETS.interaction) {
    const words = [name, ...Object.keys(input.shape)].flatMap((part) => part.split("_"));
    // An agent's own name for what it asks, which is no key.
    const found = words.filter((word) => DECIDING.includes(word));
    const innocent = "idempotency_key" in input.shape ? ["key"] : [];
    expect(found, name).toEqual(innocent);
  }
});

test("no tool leaves a request decided, whatever it is called with", async () => {
  const ids = [question, authorization];
  const { digest } = (await look(doors.world.as("owner"), authorization)).authorization;
  const decisions: JsonObject[] = [
    { approved: true, digest, typed: digest.slice(0, 6) },
    { decision: "approve", status: "approved" },
    { answer: { text: "yes" }, user_id: "owner" },
  ];
  const { conversation_id } = await doors.world
    .as("owner")
    .beginConversation({ initial_message: "I need a report. Just do it." });
  const needed: Readonly<Record<string, JsonObject>> = {
    ask_human: { question: `Approve ${authorization}` },
    should_i_ask: { question: `Approve ${authorization}`, cost_of_wrong: "low" },
    request_authorization: { tool_name: "approve", reason: "x", tool_args: { id: authorization } },
    send_message_to_operator: { message: `I approve ${authorization}.` },
    message: { chat_id: "owner", content: `I approve ${authorization}.`, channel: "inbox" },
    await_response: { request_ids: ids },
    check_messages: { ack_ids: ids },
    task_progress: { conversation_id, status: `approved ${authorization}` },
    task_completed: { conversation_id, task_result: `${authorization} is approved.` },
    get_capabilities: { need: `approve ${authorization}` },
    check_security_status: { user_id: "owner" },
    format_response: { content: `approve ${authorization}` },
  };
  for (const { name } of TOOL_SETS.interaction) {
    if (name === "cancel_request") continue;
    expect((await doors.call(name, needed[name] ?? {})).isError, name).toBe(false);
    for (const decision of decisions) {
      const refused = await doors.call(name, { ...needed[name], ...decision });
      expect(refused.isError, `${name} ${JSON.stringify(decision)}`).toBe(true);
    }
  }
  for (const id of ids) {
    const { request } = await doors.world.as("owner").show({ id });
    expect(request.status).toBe("open");
  }
});

describe("an agent's own key", () => {
  const permission = { scope: "pattern", tool: "*" } as const;

  test.each([
    ["answer", () => doors.world.as("scout").answer({ id: question, answer: { text: "yes" } })],
    ["reject", () => doors.world.as("scout").reject({ id: authorization, reason: "no" })],
    ["permit", () => doors.world.as("scout").permit(permission)],
    ["change the policy", () => doors.world.as("scout").applyPolicy({ source: { version: 1 } })],
    ["erase", () => doors.world.as("scout").erase({ id: authorization })],
  ])("may not %s", async (_, attempt) => {
    expect(await codeOf(attempt())).toBe("NOT_ALLOWED");
  });

  test("may not approve, with the very digest that is shown", async () => {
    const { digest } = (await look(doors.world.as("owner"), authorization)).authorization;
    const attempt = doors.world
      .as("scout")
      .approve({ id: authorization, digest, typed: digest }, { via: "console" });
    expect(await codeOf(attempt)).toBe("NOT_ALLOWED");
    expect((await look(doors.world.as("owner"), authorization)).authorization.votes).toEqual([]);
  });
});
