import { describe, expect, test } from "vitest";
import { EarshotError } from "../../src/domain/errors.ts";
import type { MessageId } from "../../src/domain/id.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Hub, SendInput } from "../../src/ports/earshot/hub.ts";
import { createMessage } from "../../src/tools/hub/message.ts";
import type { ToolExecutionContext } from "../../src/tools/registry/tool.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { newContext, observed } from "./calling.ts";

interface Heard {
  readonly input: SendInput;
  readonly options: CallOptions | undefined;
}

/** A hub that takes every message, once for each key, or refuses all of them. */
function createRecorder(refusal?: EarshotError) {
  const heard: Heard[] = [];
  const taken = new Map<string, MessageId>();
  const send: Hub<CallOptions>["send"] = async (input, options) => {
    heard.push({ input, options });
    if (refusal !== undefined) throw refusal;
    const key = options?.idempotencyKey ?? "";
    const id = taken.get(key) ?? (`msg_${taken.size}` as MessageId);
    taken.set(key, id);
    return { message: id, deliveries: [] };
  };
  return { send, heard, taken };
}

const SLACK = { chat_id: "C0123", content: "Done.", channel: "slack" };

/** The tool over a hub of its own. */
function open({ refusal, tools = TOOL_SETS.hub }: OpenOptions = {}) {
  const recorder = createRecorder(refusal);
  const { dispatcher, faults } = observed(tools);
  const call = async (args: unknown, given: Partial<ToolExecutionContext> = {}) => {
    const context = newContext(given);
    const earshot = { ...context.earshot, send: recorder.send };
    return await dispatcher.dispatch("message", args, { ...context, earshot });
  };
  return { ...recorder, dispatcher, faults, call };
}

interface OpenOptions {
  readonly refusal?: EarshotError;
  readonly tools?: Parameters<typeof observed>[0];
}

async function errorOf(args: unknown, options: OpenOptions = {}) {
  const { call, heard, faults } = open(options);
  const result = await call(args);
  expect(faults).toEqual([]);
  if (result.ok) throw new Error(`It went well: ${result.text}`);
  return { ...result.error, wasSent: heard.length > 0 };
}

describe("what a model is told", () => {
  test.each(["ollama", "openai", "anthropic", "mcp"] as const)(
    "%s: chat_id and content are required, and every parameter is described",
    (format) => {
      const [told] = Object.values(open().dispatcher.getToolDefinitions(format));
      const text = JSON.stringify(told);
      expect(text).toContain('"required":["chat_id","content"]');
      for (const said of ["Who it reaches", "What is sent", "The channel of the current"]) {
        expect(text).toContain(said);
      }
    },
  );

  test("all three parameters are text, and no other is taken", async () => {
    const [told] = open().dispatcher.getToolDefinitions("mcp");
    expect(told?.inputSchema).toMatchObject({
      properties: {
        chat_id: { type: "string", minLength: 1, maxLength: 128 },
        content: { type: "string" },
        channel: { type: "string" },
      },
    });
    expect(await errorOf({ ...SLACK, approve: true })).toMatchObject({
      error_type: "InvalidArguments",
      wasSent: false,
    });
  });
});

describe("a message", () => {
  test("is queued at once, and the model is told so in these words", async () => {
    const { call, heard } = open();
    expect((await call(SLACK)).text).toBe("Message queued for delivery to C0123 via slack");
    expect(heard.map(({ input }) => input)).toEqual([
      { channel: "slack", chatId: "C0123", text: "Done." },
    ]);
  });

  test("goes as it is written, without a change", async () => {
    const { call, heard } = open();
    const content = "  <@U1> *bold* \u202E & <b>x</b>\r\n\u0000\tend…👩‍💻  \n";
    await call({ ...SLACK, content });
    expect(heard[0]?.input.text).toBe(content);
  });

  test("whose call is repeated is sent once and says the same", async () => {
    const { call, heard, taken } = open();
    const first = await call(SLACK, { call: "once" });
    expect(await call(SLACK, { call: "once" })).toEqual(first);
    expect(heard.map(({ options }) => options?.idempotencyKey)).toEqual(["once", "once"]);
    expect(taken.size).toBe(1);
  });
});

describe("the channel", () => {
  const args = { chat_id: "7", content: "Done." };
  const tools = [createMessage({ channel: "email" })];
  const channelOf = async (...[given, context]: Parameters<ReturnType<typeof open>["call"]>) => {
    const { call, heard } = open({ tools });
    const { text } = await call(given, context);
    return heard[0]?.input.channel ?? text;
  };

  test("is the argument, before the conversation's and the tool's own", async () => {
    const given = { ...args, channel: "slack" };
    expect(await channelOf(given, { channel: "telegram" })).toBe("slack");
  });

  test("is the conversation's where none is named", async () => {
    expect(await channelOf(args, { channel: "telegram" })).toBe("telegram");
  });

  test("is the tool's own where there is no conversation", async () => {
    expect(await channelOf(args)).toBe("email");
  });

  test("must be named where nothing tells it", async () => {
    expect(await errorOf(args)).toMatchObject({
      error_type: "InvalidArguments",
      message: expect.stringContaining('"channel" is missing'),
      recoverable: false,
      wasSent: false,
    });
  });

  test("from outside is the hub's to know", async () => {
    expect(await channelOf({ ...args, channel: "ntfy" })).toBe("ntfy");
  });

  test.each(["", "Slack", "cli", "3d", "__proto__", "slack "])("%j is none", async (channel) => {
    expect(await errorOf({ ...args, channel })).toMatchObject({
      tool_name: "message",
      error_type: "ExecutionFailed",
      message: expect.stringContaining("The channels are console, inbox, slack"),
      recoverable: false,
      wasSent: false,
    });
  });
});

describe("is refused as InvalidArguments", () => {
  const long = "x".repeat(129);
  test.each([
    ["an empty chat id", { chat_id: "" }, "it is empty"],
    ["one of 129 characters", { chat_id: long }, "longer than 128"],
    ["one with a space", { chat_id: "C 1" }, "white space"],
    ["one with a line break", { chat_id: "C1\n" }, "white space"],
    ["one with a no-break space", { chat_id: "C1\u00a0" }, "white space"],
    ["one with a control character", { chat_id: "C1\u0007" }, "control"],
    ["one with a C1 control", { chat_id: "C1\u0085" }, "control"],
    ["one that turns its reader around", { chat_id: "\u202EC1" }, "control"],
    ["half a character", { chat_id: "C1\ud800" }, "half of a surrogate"],
    ["a number", { chat_id: 123 }, '"chat_id" must be text'],
    ["no chat id", { chat_id: undefined }, '"chat_id" is missing'],
    ["empty content", { content: "" }, "it is empty"],
    ["blank content", { content: " \n\t" }, "it is blank"],
    ["no content", { content: undefined }, '"content" is missing'],
    ["content that is no text", { content: { text: "x" } }, '"content" must be text'],
  ])("%s", async (_, change, said) => {
    expect(await errorOf({ ...SLACK, ...change })).toMatchObject({
      tool_name: "message",
      error_type: "InvalidArguments",
      message: expect.stringContaining(said),
      recoverable: false,
      wasSent: false,
    });
  });

  test.each([[null], ["slack"], [7], [[]], [[SLACK]]])("arguments that are %j", async (args) => {
    expect(await errorOf(args)).toMatchObject({ error_type: "InvalidArguments", wasSent: false });
  });
});

test.each(["x", "x".repeat(128), "-1001234567890", "ana@example.com", "C0123", "日本"])(
  "%s can be a chat id",
  async (chat_id) => {
    expect((await open().call({ ...SLACK, chat_id })).ok).toBe(true);
  },
);

test.each([
  ["CHANNEL_UNAVAILABLE", "ExecutionFailed", false],
  ["QUEUE_FULL", "ExecutionFailedRecoverable", true],
  ["STORE_UNAVAILABLE", "ExecutionFailedRecoverable", true],
  ["RATE_LIMITED", "ExecutionFailedRecoverable", true],
  ["INVALID_INPUT", "InvalidArguments", false],
  ["NOT_ALLOWED", "NotAllowed", false],
] as const)("what the hub refuses as %s is told as %s", async (code, error_type, recoverable) => {
  const refusal = new EarshotError(code, "It says what to do.");
  expect(await errorOf(SLACK, { refusal })).toEqual({
    tool_name: "message",
    error_type,
    message: "It says what to do.",
    recoverable,
    wasSent: true,
  });
});

test("no error repeats the content", async () => {
  const content = "the canary sings";
  const told = await Promise.all([
    errorOf({ ...SLACK, content, chat_id: "a b" }),
    errorOf({ ...SLACK, content, channel: "Fax" }),
    errorOf({ chat_id: "C1", content }),
    errorOf({ ...SLACK, content }, { refusal: new EarshotError("QUEUE_FULL", "Too much waits.") }),
  ]);
  expect(JSON.stringify(told)).not.toContain("canary");
});

test("after a refused call the next one goes", async () => {
  const { call, heard } = open();
  expect((await call({ ...SLACK, chat_id: "" })).ok).toBe(false);
  expect((await call(SLACK)).ok).toBe(true);
  expect(heard).toHaveLength(1);
});

test("the set beside it stays exactly the six", () => {
  expect(TOOL_SETS.hub.map(({ name }) => name)).toEqual(["message"]);
  expect(TOOL_SETS.classic).toHaveLength(6);
});
