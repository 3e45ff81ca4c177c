import type { Client, ElicitResult } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/cli.ts";
import { createRawClient } from "../support/mcp-fixtures/raw-client.ts";
import { answer, asked, connectClient, type Door, envelopeOf, isAsking, openDoor } from "./door.ts";

function ask(question: string, more: Readonly<Record<string, unknown>> = {}) {
  return { name: "ask_human", arguments: { question, at_client: true, ...more } };
}

/** A client whose person reacts to a form like this; it keeps the forms that were shown. */
async function formClient(door: Door, react: () => ElicitResult | Promise<ElicitResult>) {
  const client = await connectClient(door, { capabilities: { elicitation: { form: {} } } });
  const shown: unknown[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    shown.push(params);
    return await react();
  });
  return { client, shown };
}

async function statusOf({ operator }: Door, client: Client, question: string) {
  const { items } = await operator.list();
  const found = items.find((request) => isAsking(request, question));
  return { request: found, tools: (await client.listTools()).tools.map(({ name }) => name) };
}

describe("a question to the person at the client", () => {
  test("is shown as a form, and the answer is told as unverified", async () => {
    const door = await openDoor();
    const content = { choice: "tabs" };
    const { client, shown } = await formClient(door, () => ({ action: "accept", content }));
    const question = "Tabs or spaces?";
    const result = await client.callTool(ask(question, { options: ["tabs", "spaces"] }));
    expect(shown).toMatchObject([
      {
        message: question,
        requestedSchema: { properties: { choice: { enum: ["tabs", "spaces"] } } },
      },
    ]);
    expect(envelopeOf(result)).toMatchObject({
      status: "answered",
      action: "ask_human",
      data: {
        question,
        answer: content,
        answered_by: { name: "person at the client", channel: "mcp", verified: false },
      },
    });
  });

  test("that is answered there is no answer of the request, which is taken back", async () => {
    const door = await openDoor();
    const { client } = await formClient(door, () => ({ action: "accept", content: { text: "x" } }));
    await client.callTool(ask("Approve the deploy?"));
    const { request, tools } = await statusOf(door, client, "Approve the deploy?");
    expect(request).toMatchObject({ status: "cancelled", reason: "Answered at the client." });
    expect(request).not.toHaveProperty("answer");
    expect(
      tools.filter((name) =>
        /^(?!get_).*(answer|approv|reject|decid|decision|permit|permission|policy|vote|grant)/.test(
          name,
        ),
      ),
    ).toEqual([]);
  });

  test("does not come again as a late answer", async () => {
    const door = await openDoor();
    const { client } = await formClient(door, () => ({ action: "accept", content: { text: "x" } }));
    await client.callTool(ask("Once only?"));
    const unread = async () => (await door.agent.mailbox()).unread;
    await eventually(async () => ((await unread()) === 0 ? true : undefined));
  });

  test.each(["decline", "cancel"] as const)(
    "that meets a %s waits for an operator",
    async (action) => {
      const door = await openDoor();
      const { client } = await formClient(door, () => ({ action }));
      const asking = client.callTool(ask("Who then?"));
      await answer(door, "Who then?", "an operator");
      expect(envelopeOf(await asking)).toMatchObject({
        status: "answered",
        data: { answer: { text: "an operator" }, answered_by: { name: "operator" } },
      });
    },
  );

  test.each([
    ["declined", { action: "decline" }, "answered nothing"],
    ["filled in with what does not fit", { action: "accept", content: { choice: "C" } }, "not fit"],
  ] as const)(
    "whose form was %s waits no longer than it may, and says so",
    async (_, react, told) => {
      const door = await openDoor();
      const { client } = await formClient(door, () => react);
      const began = performance.now();
      const result = await client.callTool(
        ask("Quickly?", { options: ["A", "B"], allow_text: true, max_wait_s: 1 }),
      );
      // The hold of the key is 25 s and more.
      expect(performance.now() - began).toBeLessThan(15_000);
      expect(envelopeOf(result)).toMatchObject({
        status: "human_input_requested",
        data: { notice: expect.stringContaining(told) },
      });
    },
  );

  test("shows what its options mean and what is suggested, and fills nothing in", async () => {
    const door = await openDoor();
    const { client, shown } = await formClient(door, () => ({ action: "cancel" }));
    const options = [{ label: "red", description: "As the door is." }, "blue"];
    await client.callTool(ask("Colour?", { options, default: "red", max_wait_s: 0 }));
    expect(shown).toMatchObject([{ message: "Colour?\n\nred: As the door is.\n\nSuggested: red" }]);
    expect(JSON.stringify(shown)).not.toContain('"default"');
  });

  test("is answered by the operator who was faster", async () => {
    const door = await openDoor();
    const { client } = await formClient(door, async () => {
      await answer(door, "Who is first?", "the operator");
      return { action: "accept", content: { text: "the client" } };
    });
    expect(envelopeOf(await client.callTool(ask("Who is first?")))).toMatchObject({
      status: "answered",
      data: { answer: { text: "the operator" }, answered_by: { name: "operator" } },
    });
  });

  test("that was answered with what its form does not take waits for an operator", async () => {
    const door = await openDoor();
    const raw = rawClient(door);
    const first = await raw("tools/call", ask("A or B?", { options: ["A", "B"] }));
    const { requestState = "" } = first.result ?? {};
    const second = raw("tools/call", {
      ...ask("A or B?", { options: ["A", "B"] }),
      requestState,
      inputResponses: { answer: { action: "accept", content: { choice: "C" } } },
    });
    const { id } = await asked(door, "A or B?");
    await door.operator.answer({ id, answer: { choice: "B" } });
    expect((await second).result).toMatchObject({
      structuredContent: { data: { answer: { choice: "B" } } },
    });
  });

  test("is for operators alone where the client shows no forms", async () => {
    const door = await openDoor();
    const client = await connectClient(door);
    const asking = client.callTool(ask("No forms?"));
    await answer(door, "No forms?", "none");
    expect(envelopeOf(await asking)).toMatchObject({ data: { answer: { text: "none" } } });
  });
});

function rawClient({ url, key }: Door, secret = key) {
  return createRawClient({ url: () => url, key: secret, capabilities: { elicitation: {} } });
}

describe("a state that a client brings back", () => {
  const REFUSED = {
    error: {
      code: -32_602,
      message: "Invalid or expired requestState",
      data: { reason: "invalid_request_state" },
    },
  };
  const ACCEPTED = { answer: { action: "accept", content: { text: "mine" } } };

  async function begin(door: Door): Promise<string> {
    const { result } = await rawClient(door)("tools/call", ask("State?"));
    expect(result).toMatchObject({ resultType: "input_required" });
    return String(result?.["requestState"]);
  }

  /** Nothing was done: the question is as open as before. */
  async function expectOpen(door: Door): Promise<void> {
    expect(await asked(door, "State?")).toMatchObject({ status: "open" });
  }

  test("is refused where it was tampered with", async () => {
    const door = await openDoor();
    const state = await begin(door);
    const [body = "", tag = ""] = state.split(".");
    const forged = Buffer.from(body, "base64url").toString().replace('"client"', '"wait"');
    for (const requestState of [
      `${body}.${tag.slice(0, -2)}xx`,
      `${Buffer.from(forged).toString("base64url")}.${tag}`,
      body,
      "",
      `${state}.`,
    ]) {
      const reply = await rawClient(door)("tools/call", {
        ...ask("State?"),
        requestState,
        inputResponses: ACCEPTED,
      });
      expect(reply).toMatchObject(REFUSED);
    }
    await expectOpen(door);
  });

  test("is refused to another agent", async () => {
    const door = await openDoor();
    const requestState = await begin(door);
    const { secret } = await door.operator.createKey({ kind: "agent", name: "other" });
    const reply = await rawClient(door, secret)("tools/call", {
      ...ask("State?"),
      requestState,
      inputResponses: ACCEPTED,
    });
    expect(reply).toMatchObject(REFUSED);
    await expectOpen(door);
  });

  test("is refused with other arguments, and with another tool", async () => {
    const door = await openDoor();
    const requestState = await begin(door);
    const raw = rawClient(door);
    const other = { name: "format_response", arguments: { content: "x" }, requestState };
    for (const params of [{ ...ask("Other?"), requestState }, other]) {
      expect(await raw("tools/call", { ...params, inputResponses: ACCEPTED })).toMatchObject(
        REFUSED,
      );
    }
    await expectOpen(door);
  });

  test("is refused once it has expired", async () => {
    const door = await openDoor({ stateTtlMs: 0 });
    const requestState = await begin(door);
    const reply = await rawClient(door)("tools/call", {
      ...ask("State?"),
      requestState,
      inputResponses: ACCEPTED,
    });
    expect(reply).toMatchObject(REFUSED);
    await expectOpen(door);
  });

  test("is taken with the same arguments in another order", async () => {
    const door = await openDoor();
    const raw = rawClient(door);
    const { result } = await raw("tools/call", ask("Order?", { context: "none" }));
    const reply = await raw("tools/call", {
      name: "ask_human",
      arguments: { context: "none", at_client: true, question: "Order?" },
      requestState: String(result?.["requestState"]),
      inputResponses: ACCEPTED,
    });
    expect(reply.result).toMatchObject({ structuredContent: { status: "answered" } });
  });
});

test("a task is not there for another agent, and stays as it is", async () => {
  const door = await openDoor();
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const owner = createRawClient({ url: () => door.url, key: door.key, capabilities });
  const { secret } = await door.operator.createKey({ kind: "agent", name: "other" });
  const other = createRawClient({ url: () => door.url, key: secret, capabilities });
  const call = { name: "ask_human", arguments: { question: "Whose task?" } };
  const { result } = await owner("tools/call", call);
  const taskId = String(result?.["taskId"]);
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const reply = await other(method, { taskId, inputResponses: {} });
    expect(reply.error).toMatchObject({ code: -32_602 });
  }
  expect((await owner("tasks/get", { taskId })).result).toMatchObject({ status: "working" });
});
