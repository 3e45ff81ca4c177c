import { describe, expect, test } from "vitest";
import { figure } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { byGroup, takeShare } from "../support/share.ts";
import {
  answer,
  asked,
  connectClient,
  connectOldClient,
  type Door,
  ERAS,
  envelopeOf,
  lateAnswers,
  openDoor,
} from "./door.ts";

takeShare("eras", byGroup);

const TOOLS = [
  "ask_human",
  "should_i_ask",
  "request_authorization",
  "send_message_to_operator",
  "message",
  "await_response",
  "check_messages",
  "cancel_request",
  "get_task",
  "task_progress",
  "task_completed",
  "get_capabilities",
  "check_security_status",
  "format_response",
];

function ask(question: string, more: Readonly<Record<string, unknown>> = {}) {
  return { name: "ask_human", arguments: { question, ...more } };
}

async function openRequests({ operator }: Door): Promise<number> {
  return (await operator.list({ status: "open" })).items.length;
}

describe.each(ERAS)("a client of the %s era", (era) => {
  test("is told of the tools, always in the same order", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
      });
      expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
        "title",
      ]);
    }
  });

  test("gets the answer in the call that asks, as text and as structured content", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    const asking = client.callTool(ask("Which colour?"));
    await answer(door, "Which colour?", "green");
    const result = await asking;
    const envelope = envelopeOf(result);
    expect(envelope).toMatchObject({
      status: "answered",
      action: "ask_human",
      data: { answer: { text: "green" }, answered_by: { name: "operator" } },
    });
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(envelope) }]);
  });

  test("is told what is pending when its hold ends, and picks the answer up later", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    const pending = envelopeOf(await client.callTool(ask("Which size?", { max_wait_s: 0 })));
    expect(pending.status).toBe("human_input_requested");
    const waiting = client.callTool({
      name: "await_response",
      arguments: { request_ids: [pending.data["request_id"]] },
    });
    await answer(door, "Which size?", "XL");
    expect(envelopeOf(await waiting)).toMatchObject({
      status: "answered",
      data: { answer: { text: "XL" } },
    });
  });

  test("sees progress that strictly rises while its call is held", async () => {
    const door = await openDoor({ intervalMs: 100 });
    const client = await connectClient(door, { era });
    const seen: number[] = [];
    const enough = Promise.withResolvers<void>();
    const asking = client.callTool(ask("How many?"), {
      onprogress({ progress, message }) {
        expect(message).toMatch(/^Waiting for a person/);
        seen.push(progress);
        if (seen.length === 4) enough.resolve();
      },
    });
    await enough.promise;
    await answer(door, "How many?", "7");
    await asking;
    expect(seen.every((progress, index) => index === 0 || progress > (seen[index - 1] ?? 0))).toBe(
      true,
    );
  });

  test("that asks the same twice has asked people once", async () => {
    const door = await openDoor();
    const [one, other] = [await connectClient(door, { era }), await connectClient(door, { era })];
    const asking = [one, other].map((client) => client.callTool(ask("Twice?")));
    await asked(door, "Twice?");
    await eventually(async () =>
      (await figure(door.url, door.operatorKey, "earshot_waiters")) === 2 ? true : undefined,
    );
    expect(await openRequests(door)).toBe(1);
    await answer(door, "Twice?", "once");
    for (const result of await Promise.all(asking)) {
      expect(envelopeOf(result)).toMatchObject({ data: { answer: { text: "once" } } });
    }
  });

  test("that gives up finds its question kept, and the answer on its next call", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    await expect(client.callTool(ask("Are you there?"), { timeout: 300 })).rejects.toThrow(
      /timed out/i,
    );
    await eventually(async () =>
      (await figure(door.url, door.operatorKey, "earshot_waiters")) === 0 ? true : undefined,
    );
    await answer(door, "Are you there?", "now I am");
    const next = envelopeOf(
      await client.callTool({ name: "check_security_status", arguments: {} }),
    );
    expect(lateAnswers(next)).toMatchObject([
      { question: "Are you there?", answer: { text: "now I am" } },
    ]);
  });

  test("is refused a tool that there is not", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    await expect(client.callTool({ name: "answer_request", arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test("is told what is wrong with its arguments in a result", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    const result = await client.callTool({ name: "ask_human", arguments: {} });
    expect(result.isError).toBe(true);
    // Some clients hold what is structured against the schema of what goes well.
    expect(result).not.toHaveProperty("structuredContent");
    const [said] = result.content as readonly { readonly text: string }[];
    expect(JSON.parse(said?.text ?? "")).toMatchObject({ status: "error", action: "ask_human" });
  });

  test("is told that its question is pending when the server stops", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    const asking = client.callTool(ask("Before the stop?"));
    await asked(door, "Before the stop?");
    await door.stop();
    expect(envelopeOf(await asking).status).toBe("human_input_requested");
  });
});

test("a client of the old SDK that gives up gets the answer with its next call", async () => {
  const door = await openDoor();
  const client = await connectOldClient(door);
  const asking = client.callTool(ask("Old friend?"), undefined, { timeout: 300 });
  await expect(asking).rejects.toThrow(/timed out/i);
  await eventually(async () =>
    (await figure(door.url, door.operatorKey, "earshot_waiters")) === 0 ? true : undefined,
  );
  await answer(door, "Old friend?", "yes");
  const next = await client.callTool({ name: "check_security_status", arguments: {} });
  expect(lateAnswers(envelopeOf(next))).toMatchObject([{ answer: { text: "yes" } }]);
});

describe("a modern client that waits on by itself", () => {
  /** A client that counts its calls of tools, with a key whose hold is over soon. */
  async function hastyClient(door: Door) {
    const { secret } = await door.operator.createKey({ kind: "agent", name: "hasty", holdMs: 200 });
    const calls: string[] = [];
    const counting: typeof fetch = (input, init) => {
      const name = new Headers(init?.headers).get("mcp-name");
      if (name !== null) calls.push(name);
      return fetch(input, init);
    };
    return { client: await connectClient(door, { key: secret, fetch: counting }), calls };
  }

  test("does so for as many rounds as it may, and people are asked once", async () => {
    const door = await openDoor({ continueRounds: 2 });
    const { client, calls } = await hastyClient(door);
    const pending = envelopeOf(await client.callTool(ask("Rounds?")));
    expect(pending.status).toBe("human_input_requested");
    expect(calls).toEqual(["ask_human", "ask_human", "ask_human"]);
    expect(await openRequests(door)).toBe(1);
  });

  test("gets an answer of a later round as the result of its call", async () => {
    const door = await openDoor({ continueRounds: 6 });
    const { client, calls } = await hastyClient(door);
    const asking = client.callTool(ask("Patience?"));
    await eventually(() => calls.length > 1);
    await answer(door, "Patience?", "rewarded");
    expect(envelopeOf(await asking)).toMatchObject({ data: { answer: { text: "rewarded" } } });
  });
});

test("a client that listens for changes does not keep the server from stopping", async () => {
  const door = await openDoor();
  const response = await fetch(`${door.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${door.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: {},
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  expect(response.status).toBe(200);
  await door.stop();
  expect(await response.text()).toContain("notifications/subscriptions/acknowledged");
});
