import { describe, expect, test } from "vitest";
import { createModel } from "../../src/model/create-model.ts";
import type { ModelMessage } from "../../src/ports/model/model.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { openModel, WRITE } from "../support/model-server/open-model.ts";
import { startScripted, stream } from "../support/scripted-server.ts";

const HELLO: readonly ModelMessage[] = [{ role: "user", text: "Hello." }];
const input = { system: "Be brief.", messages: HELLO, tools: [WRITE] };

describe.each(["openai", "ollama"] as const)("over %s", (api) => {
  test("text comes in pieces and as a whole, with what the server counted", async () => {
    const turn = { text: "Good day to you.", usage: { inputTokens: 21, outputTokens: 5 } };
    const { model } = await openModel(api, [turn]);
    const pieces: string[] = [];
    const reply = await model.reply({ ...input, onText: (delta) => pieces.push(delta) });
    expect(reply).toEqual({
      text: "Good day to you.",
      calls: [],
      usage: turn.usage,
      finishReason: "stop",
    });
    expect(pieces).toEqual(["Good ", "day ", "to ", "you."]);
  });

  test("the system prompt, the messages and the tools arrive", async () => {
    const { model, server } = await openModel(api, [{ text: "Yes." }]);
    await model.reply(input);
    const [heard] = server.heard;
    expect(heard).toMatchObject({ format: api, tools: ["write"] });
    expect(heard?.messages).toMatchObject([
      { role: "system", text: "Be brief." },
      { role: "user", text: "Hello." },
    ]);
    expect(heard?.body).toMatchObject({
      model: "scripted",
      stream: true,
      tools: [{ function: { description: WRITE.description, parameters: WRITE.input } }],
    });
  });

  test("without tools and system prompt the server is sent neither", async () => {
    const { model, server } = await openModel(api, [{ text: "Yes." }]);
    await model.reply({ system: "", messages: HELLO });
    expect(server.heard[0]?.messages).toMatchObject([{ role: "user" }]);
    expect(server.heard[0]?.body).not.toHaveProperty("tools");
  });

  test("text and several calls come back together, in their order", async () => {
    const calls = [
      { id: "call_a", name: "write", args: { key: "a", value: "1" } },
      { id: "call_b", name: "write", args: { key: "b", value: "2" } },
    ];
    const { model } = await openModel(api, [{ text: "Two things.", calls }]);
    const reply = await model.reply(input);
    expect(reply).toMatchObject({ text: "Two things.", calls, finishReason: "tool-calls" });
  });

  test("a call of an unknown tool comes back like any other", async () => {
    const call = { id: "call_a", name: "rm_rf", args: { path: "/" } };
    const { model } = await openModel(api, [{ calls: [call] }]);
    expect((await model.reply(input)).calls).toEqual([call]);
  });

  test("a call comes back where the model was given no tools", async () => {
    const call = { id: "call_a", name: "write", args: { key: "a" } };
    const { model } = await openModel(api, [{ calls: [call] }]);
    expect((await model.reply({ system: "", messages: HELLO })).calls).toEqual([call]);
  });

  test("a call without arguments has an empty object", async () => {
    const { model } = await openModel(api, [{ calls: [{ id: "call_a", name: "list" }] }]);
    expect((await model.reply(input)).calls).toEqual([{ id: "call_a", name: "list", args: {} }]);
  });

  test("calls without an id get one each", async () => {
    const call = { id: null, name: "list", args: {} };
    const { model } = await openModel(api, [{ calls: [call, call] }]);
    const ids = (await model.reply(input)).calls.map(({ id }) => id);
    expect(ids).toEqual([expect.stringMatching(/^\w+$/), expect.stringMatching(/^\w+$/)]);
    expect(new Set(ids).size).toBe(2);
  });

  test("of two calls with one id the second gets another", async () => {
    const call = { id: "call_a", name: "list", args: {} };
    const { model } = await openModel(api, [{ calls: [call, call] }]);
    const ids = (await model.reply(input)).calls.map(({ id }) => id);
    expect(ids[0]).toBe("call_a");
    expect(ids[1]).toMatch(/^\w+$/);
    expect(ids[1]).not.toBe("call_a");
  });

  test("an id that the conversation has had is replaced", async () => {
    const call = { id: "call_1", name: "list", args: {} };
    const { model } = await openModel(api, [{ calls: [call] }]);
    const messages: ModelMessage[] = [
      ...HELLO,
      { role: "assistant", text: "", calls: [call] },
      { role: "tool", replies: [{ call: "call_1", name: "list", text: "none", isError: false }] },
    ];
    const { calls } = await model.reply({ ...input, messages });
    expect(calls[0]?.id).toMatch(/^\w+$/);
    expect(calls[0]?.id).not.toBe("call_1");
  });

  test("a conversation with calls and results is taken by the server and carries them", async () => {
    const { model, server } = await openModel(api, [
      { text: "I keep both.", calls: [{ name: "write", args: { key: "a" } }, { name: "list" }] },
      { text: "Done." },
    ]);
    const first = await model.reply(input);
    const [one, two] = first.calls;
    const replies = [
      { call: one?.id ?? "", name: "write", text: "Argument value is missing.", isError: true },
      { call: two?.id ?? "", name: "list", text: '["a"]\n', isError: false },
    ];
    const messages: ModelMessage[] = [
      ...HELLO,
      { role: "assistant", text: first.text, calls: first.calls },
      { role: "tool", replies },
    ];
    const stored = JSON.parse(JSON.stringify(messages));
    expect((await model.reply({ ...input, messages: stored })).text).toBe("Done.");
    expect(server.heard[1]?.refused).toBeUndefined();
    expect(server.heard[1]?.messages.slice(2)).toMatchObject([
      { role: "assistant", text: "I keep both.", calls: first.calls },
      { role: "tool", text: "Argument value is missing.", tool: "write", call: one?.id },
      { role: "tool", text: '["a"]\n', tool: "list", call: two?.id },
    ]);
  });

  test("a call with malformed arguments in the history is taken by the server", async () => {
    const { model, server } = await openModel(api, [{ text: "Sorry." }]);
    const messages: ModelMessage[] = [
      ...HELLO,
      { role: "assistant", text: "", calls: [{ id: "c1", name: "write", args: '{"key": "a' }] },
      { role: "tool", replies: [{ call: "c1", name: "write", text: "No JSON.", isError: true }] },
    ];
    expect((await model.reply({ ...input, messages })).text).toBe("Sorry.");
    expect(server.heard[0]?.messages[2]?.calls[0]?.args).toEqual({
      malformed_arguments: '{"key": "a',
    });
  });

  test("a server that counts nothing gives 0 tokens", async () => {
    const { model } = await openModel(api, [{ text: "Yes.", usage: null }]);
    expect((await model.reply(input)).usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  test.each([
    ["in a field of its own", { reasoning: "They greet me.", text: "Hello." }],
    ["within the text", { text: "<think>They greet me.</think>Hello." }],
  ])("thinking %s is not part of the text", async (_, turn) => {
    const { model } = await openModel(api, [turn]);
    const pieces: string[] = [];
    const { text } = await model.reply({ ...input, onText: (delta) => pieces.push(delta) });
    expect(text).toBe("Hello.");
    expect(pieces.join("")).toBe("Hello.");
  });

  test("an answer that was cut at its longest says so", async () => {
    const { model } = await openModel(api, [{ text: "And then", finish: "length" }]);
    expect((await model.reply(input)).finishReason).toBe("length");
  });

  test("nothing at all is an answer too", async () => {
    const { model } = await openModel(api, [{}]);
    expect(await model.reply(input)).toMatchObject({ text: "", calls: [], finishReason: "stop" });
  });

  test("every character of the text arrives", async () => {
    const text = "Grüße, 你好 👍🏽 — “quoted”\n\n\tlast line\n";
    const { model } = await openModel(api, [{ text }]);
    expect((await model.reply(input)).text).toBe(text);
  });

  test("the key is sent as a bearer token, and none where there is none", async () => {
    const keyed = await openModel(
      api,
      { turns: [{ text: "Yes." }], apiKey: "sk-1" },
      { apiKey: "sk-1" },
    );
    await keyed.model.reply(input);
    expect(keyed.server.heard[0]?.headers["authorization"]).toBe("Bearer sk-1");
    const open = await openModel(api, [{ text: "Yes." }]);
    await open.model.reply(input);
    expect(open.server.heard[0]?.headers["authorization"]).toBeUndefined();
  });
});

test("malformed arguments come back as the text that the model wrote", async () => {
  const args = '{"key": "a", "value';
  const { model } = await openModel("openai", [{ calls: [{ id: "c1", name: "write", args }] }]);
  expect((await model.reply(input)).calls).toEqual([{ id: "c1", name: "write", args }]);
});

test("Ollama fails on malformed arguments itself, and the model gets another try", async () => {
  const { model, server } = await openModel("ollama", [
    { calls: [{ name: "write", args: '{"key": "a' }] },
    { text: "In words, then." },
  ]);
  expect((await model.reply(input)).text).toBe("In words, then.");
  expect(server.heard).toHaveLength(2);
});

test("a server like Ollama that passes malformed arguments on is understood", async () => {
  const call = { function: { name: "write", arguments: '{"key": "a' } };
  const { url } = await startScripted(
    stream("application/x-ndjson", [
      `${JSON.stringify({ message: { role: "assistant", tool_calls: [call] }, done: false })}\n{"mess`,
      'age":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}',
    ]),
  );
  const model = createModel({ api: "ollama", baseUrl: url, name: "m", checkSchema });
  expect(await model.reply(input)).toMatchObject({
    calls: [{ name: "write", args: '{"key": "a' }],
    finishReason: "tool-calls",
  });
});
