import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { ToolAnswer } from "../../src/ports/earshot/tool-door.ts";
import { type Doors, openDoors } from "./agent-door.ts";

let doors: Doors;

beforeEach(async () => {
  doors = await openDoors();
});
afterEach(() => doors.close());

const idOf = ({ envelope }: ToolAnswer) => String(envelope.data["request_id"]) as RequestId;

async function answered(question: string, text = "yes"): Promise<RequestId> {
  const id = idOf(await doors.call("ask_human", { question }));
  await doors.world.as("owner").answer({ id, answer: { text } }, { via: "cli" });
  return id;
}

interface Mail {
  readonly id: string;
}
const lateOf = ({ envelope }: ToolAnswer) =>
  (envelope.data["late_answers"] ?? []) as unknown as Mail[];
const messagesOf = ({ envelope }: ToolAnswer) => envelope.data["messages"] as unknown as Mail[];

/** Whatever was begun beside the call has ended. */
async function handOver({ delivered }: ToolAnswer): Promise<void> {
  delivered?.();
  await doors.surface.settled();
}

describe("late answers", () => {
  test("ride on the next result, whichever tool's, with how to acknowledge them", async () => {
    const id = await answered("Ship it?");
    const { envelope } = await doors.call("format_response", { content: "a" });
    expect(envelope).toMatchObject({
      status: "success",
      data: {
        formatted_content: expect.any(String),
        late_answers: [
          {
            id,
            kind: "answer",
            request_id: id,
            question: "Ship it?",
            answer: { text: "yes" },
            answered_by: { name: "owner", channel: "cli" },
            answered_at: expect.any(String),
          },
        ],
        unread: 1,
        acknowledge: { tool: "check_messages", arguments: { ack_ids: [id] } },
      },
    });
  });

  test("ride on an error too, and come until they are acknowledged", async () => {
    const id = await answered("Ship it?");
    for (const _ of [1, 2]) {
      expect(lateOf(await doors.call("ask_human", {}))).toMatchObject([{ id }]);
    }
    await doors.call("check_messages", { ack_ids: [id] });
    expect(lateOf(await doors.call("get_capabilities"))).toEqual([]);
  });

  test("are five at most, and the rest is counted", async () => {
    for (let index = 0; index < 7; index++) await answered(`Question ${index}?`);
    const result = await doors.call("get_capabilities");
    expect(lateOf(result)).toHaveLength(5);
    expect(result.envelope.data).toMatchObject({ unread: 7 });
  });

  test("hold nothing that the result brings itself", async () => {
    const id = await answered("Ship it?");
    const other = await answered("Which one?");
    const result = await doors.call("await_response", { request_ids: [id] });
    expect(lateOf(result)).toMatchObject([{ id: other }]);
    expect(result.envelope.data).toMatchObject({ unread: 1 });
  });

  test("are an agent's own", async () => {
    await answered("Ship it?");
    expect(lateOf(await doors.call("get_capabilities", {}, { as: "rival" }))).toEqual([]);
    expect(lateOf(await doors.call("get_capabilities", {}, { as: "owner" }))).toEqual([]);
  });
});

describe("what one act has closed", () => {
  const NO = "Nothing under /srv is deleted before the audit is over; ask Ana on Monday.";
  const COUNT = 40;

  /** So many alike are sought, and rejected by one person for one reason. */
  async function rejected(): Promise<readonly RequestId[]> {
    const ids: RequestId[] = [];
    for (let n = 0; n < COUNT; n++) {
      const tool_args = { user_id: `user${n}` };
      const about = { tool_name: "delete_user_data", reason: "So.", tool_args };
      ids.push(idOf(await doors.call("request_authorization", about)));
    }
    for (const id of ids) await doors.world.as("owner").reject({ id, reason: NO });
    return ids;
  }
  const timesIn = (told: unknown, part: string) => JSON.stringify(told).split(part).length - 1;

  test("is one entry, which names each and gives the reason once", async () => {
    const ids = await rejected();
    const { envelope: mail } = await doors.call("check_messages");
    const { envelope: late } = await doors.call("get_capabilities");
    const { envelope: without } = await doors.call("get_capabilities", {}, { as: "rival" });
    const entry = { id: ids[0], kind: "rejected", request_ids: ids, reason: NO };
    expect(mail.data).toMatchObject({
      messages: [entry],
      unread: COUNT,
      next: { arguments: { ack_ids: ids } },
    });
    expect(late.data).toMatchObject({
      late_answers: [entry],
      unread: COUNT,
      acknowledge: { arguments: { ack_ids: ids } },
    });
    for (const told of [mail, late]) expect(timesIn(told, NO)).toBe(1);
    const sizeOf = (told: unknown) => JSON.stringify(told).length;
    // Each id twice, in the entry and in the call that acknowledges it, and little beside them.
    const idsSize = 2 * COUNT * (String(ids[0]).length + 3);
    expect(sizeOf(mail)).toBeLessThan(idsSize + 1_000);
    expect(sizeOf(late) - sizeOf(without)).toBeLessThan(idsSize + 1_000);
  });

  test("is acknowledged id by id: what was not named comes again", async () => {
    const ids = await rejected();
    const [first, second, ...rest] = ids;
    const after = await doors.call("check_messages", { ack_ids: [String(first), String(rest[7])] });
    const left = ids.filter((id) => id !== first && id !== rest[7]);
    expect(messagesOf(after)).toMatchObject([{ id: second, request_ids: left }]);
    expect(after.envelope.data).toMatchObject({ acknowledged: 2, unread: COUNT - 2 });
    await handOver(await doors.call("await_response", { request_ids: [String(second)] }));
    const late = lateOf(await doors.call("get_capabilities"));
    expect(late).toMatchObject([{ request_ids: left.filter((id) => id !== second) }]);
    await doors.call("check_messages", { ack_ids: [...left] });
    expect(lateOf(await doors.call("get_capabilities"))).toEqual([]);
  });

  test("is apart from what was closed for another reason, by another person or much later", async () => {
    const seek = async (user_id: string) => {
      const about = { tool_name: "delete_user_data", reason: "So.", tool_args: { user_id } };
      return idOf(await doors.call("request_authorization", about));
    };
    const [a, b, c, d] = [await seek("a"), await seek("b"), await seek("c"), await seek("d")];
    const { as, clock } = doors.world;
    await as("owner").reject({ id: a, reason: "No." });
    await as("owner").reject({ id: b, reason: "Not yet." });
    await as("approver").reject({ id: c, reason: "No." });
    await clock.advance(120_000);
    await as("owner").reject({ id: d, reason: "No." });
    const messages = messagesOf(await doors.call("check_messages"));
    expect(messages.map(({ id }) => id)).toEqual([a, b, c, d]);
    for (const one of messages) expect(one).not.toHaveProperty("request_ids");
  });

  test("of two messages that say the same is two", async () => {
    for (const _ of [1, 2]) await doors.world.as("owner").tell({ agent: "scout", text: "Stop." });
    expect(messagesOf(await doors.call("check_messages"))).toHaveLength(2);
  });
});

describe("an answer that a call has brought", () => {
  test("is out of the mailbox once it was handed over", async () => {
    const id = await answered("Ship it?");
    await handOver(await doors.call("await_response", { request_ids: [id] }));
    expect(messagesOf(await doors.call("check_messages"))).toEqual([]);
  });

  test("or what the review has made of the question, rides on nothing beside it", async () => {
    const id = idOf(await doors.call("ask_human", { question: "Which colour?" }));
    await doors.world.clock.advance(25 * 3_600_000);
    const outcome = { do: "assume", assumption: "Blue." } as const;
    await doors.world.as("owner").review({ id, outcome });
    const brought = await doors.call("await_response", { request_ids: [id] });
    expect(brought.envelope).toMatchObject({ status: "assumed", data: { assumption: "Blue." } });
    expect(lateOf(brought)).toEqual([]);
    await handOver(brought);
    expect(messagesOf(await doors.call("check_messages"))).toEqual([]);
  });

  test("stays where the caller had gone, or nothing was handed over", async () => {
    const id = await answered("Ship it?");
    const gone = new AbortController();
    const args = { request_ids: [id] };
    const result = await doors.call("await_response", args, { signal: gone.signal });
    gone.abort();
    await handOver(result);
    await doors.call("await_response", args);
    expect(messagesOf(await doors.call("check_messages"))).toMatchObject([{ id }]);
  });

  test("comes again with each result until it is acknowledged, whatever else was handed over", async () => {
    const id = await answered("Ship it?");
    await handOver(await doors.call("ask_human", { question: "Ship it?" }));
    for (let time = 0; time < 3; time++) {
      const next = await doors.call("check_security_status");
      expect(lateOf(next)).toMatchObject([{ id, answered_at: expect.any(String) }]);
      await handOver(next);
    }
    await handOver(await doors.call("await_response", { request_ids: [id] }));
    expect(lateOf(await doors.call("check_security_status"))).toEqual([]);
  });

  test("is what the same question is answered with at once, until it is acknowledged", async () => {
    const id = await answered("Ship it?");
    const again = await doors.call("ask_human", { question: "Ship it?" });
    expect(again.envelope).toMatchObject({
      status: "answered",
      data: { request_id: id, joined: true, answered_at: expect.any(String) },
    });
    await handOver(again);
    await doors.call("check_messages", { ack_ids: [id] });
    const anew = await doors.call("ask_human", { question: "Ship it?" });
    expect(anew.envelope.status).toBe("human_input_requested");
    expect(idOf(anew)).not.toBe(id);
  });
});

describe("check_messages", () => {
  test("gives everything again until it is acknowledged, and acknowledges first", async () => {
    const first = await answered("A?");
    const second = await answered("B?");
    const all = await doors.call("check_messages");
    expect(messagesOf(all)).toMatchObject([{ id: first }, { id: second }]);
    expect(all.envelope.data).toMatchObject({
      unread: 2,
      next: { tool: "check_messages", arguments: { ack_ids: [first, second] } },
    });
    const rest = await doors.call("check_messages", { ack_ids: [first] });
    expect(rest.envelope.data).toMatchObject({ acknowledged: 1, unread: 1 });
    expect(messagesOf(rest)).toMatchObject([{ id: second }]);
    const none = await doors.call("check_messages", { ack_ids: [first, second] });
    expect(none.envelope.data).toMatchObject({ acknowledged: 1, unread: 0, messages: [] });
  });

  test("brings what an operator said, and what came too late", async () => {
    const asked = await doors.call("ask_human", { question: "A?", expires_in_s: 60 });
    const id = idOf(asked);
    await doors.world.clock.advance(61_000);
    const late = { id, answer: { text: "yes, sorry" } };
    await expect(doors.world.as("owner").answer(late)).rejects.toThrow();
    const { request } = await doors.world.as("owner").show({ id });
    await doors.world.as("owner").tell({ text: "Pause.", conversation: request.conversation });
    const result = await doors.call("check_messages");
    expect(messagesOf(result)).toMatchObject([
      { id, kind: "expired" },
      { kind: "message", text: "yes, sorry", late_answer_to: id, from: { name: "owner" } },
      { kind: "message", text: "Pause.", from: { name: "owner" } },
    ]);
  });

  test("is for agents", async () => {
    const refused = await doors.call("check_messages", {}, { as: "owner" });
    expect(refused).toMatchObject({ isError: true, error: { code: "NOT_ALLOWED" } });
  });
});

test("every call is in the log, with how it went", async () => {
  await doors.call("ask_human", { question: "A?" }, { call: "call_1", via: "mcp" });
  await doors.call("ask_human", {}, { call: "call_2" });
  await doors.surface.settled();
  const events = [];
  for await (const event of await doors.world.as("owner").events()) events.push(event);
  expect(events.filter(({ type }) => type.startsWith("tool."))).toMatchObject([
    { type: "tool.succeeded", subject: "call:call_1", data: { name: "ask_human", via: "mcp" } },
    { type: "tool.failed", subject: "call:call_2", data: { error: "InvalidArguments" } },
  ]);
});

test("a call beyond the limit is an error that says when to go on, and is counted", async () => {
  const details = { retryAfterSeconds: 7 };
  const limited = await openDoors({
    limit: () => Promise.reject(new EarshotError("RATE_LIMITED", "Too many.", { details })),
  });
  const refused = await limited.call("get_capabilities");
  expect(refused).toMatchObject({ isError: true, error: { code: "RATE_LIMITED", details } });
  expect(refused.envelope).toMatchObject({
    status: "error",
    action: "get_capabilities",
    data: { error_type: "ExecutionFailedRecoverable", recoverable: true, retry_after_s: 7 },
  });
  expect(limited.counted).toEqual(["limited"]);
  await limited.close();
});

test("every result but an error fits the output schema that programs are told", async () => {
  await answered("A?");
  const { checkSchema } = await import("../../src/system/schema-check.ts");
  const id = idOf(await doors.call("ask_human", { question: "B?", options: ["a"] }));
  const CALLS = {
    ask_human: { question: "B?", options: ["a"] },
    send_message_to_operator: { message: "Hello." },
    await_response: { request_ids: [id] },
    check_messages: {},
    get_capabilities: {},
    check_security_status: { include_metrics: true },
    format_response: { content: "{}", format_type: "json" },
    cancel_request: { request_id: id },
  };
  for (const [name, args] of Object.entries(CALLS)) {
    const { envelope } = await doors.call(name, args);
    const facts = doors.surface.tools.find((tool) => tool.name === name);
    expect(checkSchema(facts?.outputSchema ?? {}, { ...envelope }), name).toEqual([]);
  }
});
