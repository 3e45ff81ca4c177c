import { afterEach, describe, expect, test, vi } from "vitest";
import { EarshotError } from "../../src/domain/errors.ts";
import { createModel } from "../../src/model/create-model.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { openModel, WRITE } from "../support/model-server/open-model.ts";
import { deadUrl, json, page, startScripted, stream } from "../support/scripted-server.ts";

const input = {
  system: "",
  messages: [{ role: "user" as const, text: "my private words" }],
  tools: [WRITE],
};
const LONG = "one two three four five six seven eight";

/** What a call ends with. */
async function failureOf(calling: Promise<unknown>): Promise<EarshotError> {
  const error = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EarshotError);
  return error as EarshotError;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(["openai", "ollama"] as const)("over %s", (api) => {
  test.each([500, 503])("a server that answers %i once is asked again", async (status) => {
    const { model, server } = await openModel(api, [
      { fault: { kind: "status", status } },
      { text: "Here I am." },
    ]);
    expect((await model.reply(input)).text).toBe("Here I am.");
    expect(server.heard).toHaveLength(2);
  });

  test("a server that stays out of order is asked three times", async () => {
    const fault = { kind: "status", status: 500, message: "GPU on fire" } as const;
    const { model, server } = await openModel(api, { turns: [], otherwise: { fault } });
    const error = await failureOf(model.reply(input));
    expect(error).toMatchObject({ code: "MODEL_FAILED", details: { status: 500 } });
    expect(error.message).toContain("GPU on fire");
    expect(server.heard).toHaveLength(3);
  });

  test("a busy server is asked again when it says so", async () => {
    const { model, server } = await openModel(api, [
      { fault: { kind: "status", status: 429, retryAfter: "1" } },
      { text: "Now." },
    ]);
    expect((await model.reply(input)).text).toBe("Now.");
    const [first, second] = server.heard;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test("a busy server that asks for more time than the call has is not waited for", async () => {
    const fault = { kind: "status", status: 429, retryAfter: "600" } as const;
    const { model, server } = await openModel(api, [{ fault }]);
    const error = await failureOf(model.reply(input));
    expect(error).toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterMs: 600_000, status: 429 },
    });
    expect(error.message).toContain("Try again in 600 s.");
    expect(server.heard).toHaveLength(1);
  });

  test("the date of a Retry-After is understood", async () => {
    const retryAfter = new Date(Date.now() + 900_000).toUTCString();
    const fault = { kind: "status", status: 429, retryAfter } as const;
    const { model } = await openModel(api, [{ fault }]);
    const { details } = await failureOf(model.reply(input));
    expect(details?.["retryAfterMs"]).toBeGreaterThan(800_000);
    expect(details?.["retryAfterMs"]).toBeLessThanOrEqual(900_000);
  });

  test("a wrong key is refused without a second call, and not repeated in the message", async () => {
    const script = { turns: [], apiKey: "sk-right" };
    const { model, server } = await openModel(api, script, { apiKey: "sk-very-wrong" });
    const error = await failureOf(model.reply(input));
    expect(error.code).toBe("NOT_ALLOWED");
    expect(error.message).not.toContain("sk-very-wrong");
    expect(server.heard).toHaveLength(1);
  });

  test("an unknown model is not found, and the message says how to pull it", async () => {
    const { model } = await openModel(api, { turns: [], models: ["other"] }, { name: "qwen9" });
    const error = await failureOf(model.reply(input));
    expect(error.code).toBe("NOT_FOUND");
    expect(error.message).toContain("The model qwen9 is not on the server");
    expect(error.message).toContain("ollama pull qwen9");
  });

  test("an address without such a path is not found, and the message says what is wanted", async () => {
    const { url } = await startScripted(page(404, "404 page not found"));
    const model = createModel({ api, baseUrl: url, name: "m", checkSchema });
    const error = await failureOf(model.reply(input));
    expect(error.code).toBe("NOT_FOUND");
    expect(error.message).toContain(api === "openai" ? "/v1" : "the root of an Ollama server");
  });

  test("an address at which nothing listens is unreachable", async () => {
    const url = await deadUrl();
    const model = createModel({ api, baseUrl: url, name: "m", checkSchema });
    const error = await failureOf(model.reply(input));
    expect(error.code).toBe("UNREACHABLE");
    expect(error.message).toContain(`${url} (ECONNREFUSED)`);
  });

  test.each([
    ["is cut", "cut"],
    ["ends without its end", "unfinished"],
    ["turns into something else", "garbage"],
    ["reports an error", "error-in-stream"],
  ] as const)("a stream that %s in the middle fails, without a second call", async (_, kind) => {
    const turn = { text: LONG, fault: { kind } };
    const { model, server } = await openModel(api, [turn, { text: "Never said." }]);
    const error = await failureOf(model.reply(input));
    expect(error.code).toBe("MODEL_FAILED");
    expect(error.message).toMatch(/\.$/);
    expect(server.heard).toHaveLength(1);
  });

  test("an answer that cannot be read is not listened to any longer", async () => {
    const { model, server } = await openModel(api, [{ text: LONG, fault: { kind: "garbage" } }]);
    expect((await failureOf(model.reply(input))).message).toContain("(it is no JSON)");
    await server.hungUp(1);
  });

  test("a stream that is cut within a call brings no half of a call", async () => {
    const calls = [{ name: "write", args: { key: "a", value: "b" } }];
    const { model } = await openModel(api, [{ text: LONG, calls, fault: { kind: "cut" } }]);
    expect((await failureOf(model.reply(input))).code).toBe("MODEL_FAILED");
  });

  test("a server that never sends a byte times out", async () => {
    const script = { turns: [], otherwise: { fault: { kind: "silence" } as const } };
    const { model, server } = await openModel(api, script, { timeoutMs: 200 });
    const error = await failureOf(model.reply(input));
    expect(error).toMatchObject({ code: "TIMED_OUT", details: { timeoutMs: 200 } });
    await server.hungUp(1);
  });

  test("a stream that stops moving times out, and its connection is closed", async () => {
    const turn = { text: LONG, fault: { kind: "stall" } as const };
    const { model, server } = await openModel(api, [turn], { timeoutMs: 200 });
    expect((await failureOf(model.reply(input))).code).toBe("TIMED_OUT");
    await server.hungUp(1);
  });

  test("a slow stream that moves is waited for beyond the time-out", async () => {
    const { model } = await openModel(api, [{ text: LONG, paceMs: 200 }], { timeoutMs: 1_000 });
    expect((await model.reply(input)).text).toBe(LONG);
  });

  test.each([
    ["before an answer", { fault: { kind: "silence" } as const }],
    ["within an answer", { text: LONG, fault: { kind: "stall" } as const }],
    ["between two attempts", { fault: { kind: "status", status: 429, retryAfter: "30" } as const }],
  ])("a caller who ends the call %s gets their own reason", async (_, turn) => {
    const { model, server } = await openModel(api, { turns: [], otherwise: turn });
    const caller = new AbortController();
    const reason = new Error("I have changed my mind.");
    const calling = model.reply({ ...input, signal: caller.signal });
    await server.arrived(1);
    caller.abort(reason);
    await expect(calling).rejects.toBe(reason);
  });

  test("a caller who has ended the call before sends nothing", async () => {
    const { model, server } = await openModel(api, [{ text: "Yes." }]);
    const reason = new Error("Too late.");
    const calling = model.reply({ ...input, signal: AbortSignal.abort(reason) });
    await expect(calling).rejects.toBe(reason);
    expect(server.heard).toEqual([]);
  });

  test("neither messages nor causes hold the conversation, and nothing is printed", async () => {
    const spies = (["log", "warn", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    const fault = { kind: "status", status: 400, message: "no" } as const;
    const { model } = await openModel(api, [{ fault }, { text: LONG, fault: { kind: "garbage" } }]);
    for (let call = 0; call < 2; call++) {
      const error = await failureOf(model.reply(input));
      const all = [error.message, JSON.stringify(error.details), String(error.cause)].join();
      expect(all).not.toContain("private words");
      expect(all).not.toContain("one two");
    }
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test("a conversation without messages is the caller's mistake, and is not sent", async () => {
    const { model, server } = await openModel(api, []);
    const error = await failureOf(model.reply({ system: "s", messages: [] }));
    expect(error.code).toBe("INVALID_INPUT");
    expect(server.heard).toEqual([]);
  });
});

test.each([
  [
    "OpenAI",
    400,
    {
      error: {
        message: "This model's maximum context length is 8192 tokens. However, you sent 9000.",
        type: "invalid_request_error",
        code: "context_length_exceeded",
      },
    },
  ],
  [
    "llama-server",
    400,
    {
      error: {
        code: 400,
        message: "the request exceeds the available context size, try increasing it",
        type: "exceed_context_size_error",
      },
    },
  ],
  [
    "vLLM",
    400,
    { object: "error", message: "This model's maximum context length is 4096 tokens.", code: 400 },
  ],
])("too long a conversation is told in the words of %s", async (_, status, body) => {
  const { url, heard } = await startScripted(json(body, status));
  const model = createModel({ baseUrl: url, name: "m", checkSchema });
  const error = await failureOf(model.reply(input));
  expect(error).toMatchObject({ code: "MODEL_FAILED", details: { contextTooLong: true } });
  expect(error.message).toContain("The conversation is too long for the model m");
  expect(heard).toHaveLength(1);
});

test("an account without credit is not asked again", async () => {
  const error = { message: "You exceeded your current quota.", code: "insufficient_quota" };
  const { url, heard } = await startScripted(json({ error }, 429));
  const model = createModel({ baseUrl: url, name: "m", apiKey: "sk-1", checkSchema });
  expect((await failureOf(model.reply(input))).code).toBe("NOT_ALLOWED");
  expect(heard).toHaveLength(1);
});

function chunks(delta: object) {
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const choices = (part: object, finish_reason: string | null) => [
    { index: 0, delta: part, finish_reason },
  ];
  return [
    `data: ${JSON.stringify({ ...head, choices: choices(delta, null) })}\n\n`,
    `data: ${JSON.stringify({ ...head, choices: choices({}, "tool_calls") })}\n\n`,
    "data: [DONE]\n\n",
  ];
}

test.each([{ path: "a.txt", content: "né" }, {}])(
  "arguments of a call that are sent as an object are read: %j",
  async (args) => {
    const call = { index: 0, id: "c1", type: "function" };
    const pieces = chunks({
      tool_calls: [{ ...call, function: { name: "write", arguments: args } }],
    });
    const cutWithinALine = pieces.join("").match(/.{1,7}/gs) ?? [];
    const { url } = await startScripted(stream("text/event-stream", cutWithinALine));
    const model = createModel({ baseUrl: url, name: "m", checkSchema });
    const { calls } = await model.reply(input);
    expect(calls).toEqual([{ id: "c1", name: "write", args }]);
  },
);

test("an answer of another form is told in one line, with its place", async () => {
  const pieces = chunks({ tool_calls: [{ index: 0, id: "c1", function: { name: 7 } }] });
  const { url } = await startScripted(stream("text/event-stream", pieces));
  const model = createModel({ baseUrl: url, name: "m", checkSchema });
  const { message } = await failureOf(model.reply(input));
  expect(message).toContain("choices.0.delta.tool_calls.0.function.name is not as the protocol");
  expect(message).not.toContain("\n");
});

test.each(["openai", "ollama"] as const)(
  "a web page in place of an answer over %s is called one, and not asked for again",
  async (api) => {
    const { url, heard } = await startScripted(page(200, "<html>Bad\nGateway</html>"));
    const model = createModel({ baseUrl: url, name: "m", api, checkSchema });
    const { code, message } = await failureOf(model.reply(input));
    expect(code).toBe("MODEL_FAILED");
    expect(message).toContain("sent a web page (text/html)");
    expect(message).toContain("<html>Bad Gateway</html>");
    expect(heard).toHaveLength(1);
  },
);

test.each(["", "127.0.0.1:11434", "ftp://127.0.0.1", "http://"])(
  "%j is refused as an address",
  (baseUrl) => {
    expect(() => createModel({ baseUrl, name: "m", checkSchema })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  },
);

test("a model without a name is refused", () => {
  expect(() => createModel({ baseUrl: "http://127.0.0.1/v1", name: " ", checkSchema })).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT" }),
  );
});
