import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually, launch, ROOT, testFolder } from "../support/cli.ts";
import { addressOf, openModelServer } from "../support/model-server/open-model.ts";

async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const USER = { role: "user", content: "Hi." };
const call = (id: string) => ({
  id,
  type: "function",
  function: { name: "list", arguments: "{}" },
});

test("OpenAI's stream is what its documentation shows", async () => {
  const { url } = await openModelServer([
    { text: "Hi you", calls: [{ id: "c1", name: "list", args: {} }] },
  ]);
  const { status, text } = await post(`${url}/v1/chat/completions`, {
    model: "m",
    messages: [USER],
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(status).toBe(200);
  const events = text.trim().split("\n\n");
  expect(events.at(-1)).toBe("data: [DONE]");
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace("data: ", "")));
  expect(chunks.map(({ object }) => object)).toEqual(chunks.map(() => "chat.completion.chunk"));
  expect(
    chunks.flatMap(({ choices }) => choices.map(({ delta }: { delta: unknown }) => delta)),
  ).toEqual([
    { role: "assistant", content: "", refusal: null },
    { content: "Hi " },
    { content: "you" },
    {
      tool_calls: [
        { index: 0, id: "c1", type: "function", function: { name: "list", arguments: "" } },
      ],
    },
    { tool_calls: [{ index: 0, function: { arguments: "{" } }] },
    { tool_calls: [{ index: 0, function: { arguments: "}" } }] },
    {},
  ]);
  expect(chunks.at(-2).choices[0].finish_reason).toBe("tool_calls");
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    usage: { completion_tokens: expect.any(Number) },
  });
});

test("without a stream OpenAI's answer is one object", async () => {
  const { url } = await openModelServer([{ text: "Hi." }]);
  const { text } = await post(`${url}/v1/chat/completions`, { model: "m", messages: [USER] });
  expect(JSON.parse(text)).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }],
    usage: { total_tokens: expect.any(Number) },
  });
});

test("Ollama's stream is a line an answer, the last with the counts", async () => {
  const { url } = await openModelServer([{ text: "Hi you", calls: [{ name: "list" }] }]);
  const { text } = await post(`${url}/api/chat`, { model: "m", messages: [USER] });
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ message, done }) => ({ ...message, done }))).toEqual([
    { role: "assistant", content: "Hi ", done: false },
    { role: "assistant", content: "you", done: false },
    {
      role: "assistant",
      content: "",
      tool_calls: [{ function: { name: "list", arguments: {} } }],
      done: false,
    },
    { role: "assistant", content: "", done: true },
  ]);
  expect(lines.at(-1)).toMatchObject({ done_reason: "stop", eval_count: expect.any(Number) });
});

test.each([
  ["no model", { messages: [USER] }, "you must provide a model parameter"],
  ["no messages", { model: "m" }, "Missing required parameter: 'messages'."],
  [
    "an unknown role",
    { model: "m", messages: [{ role: "boss", content: "" }] },
    "Invalid value: 'boss'",
  ],
  [
    "a result without its call",
    { model: "m", messages: [USER, { role: "tool", tool_call_id: "c1", content: "x" }] },
    "must be a response to a preceeding message with 'tool_calls'",
  ],
  [
    "a call without its result",
    {
      model: "m",
      messages: [USER, { role: "assistant", content: null, tool_calls: [call("c1")] }, USER],
    },
    "did not have response messages: c1",
  ],
  [
    "an empty list of tools",
    { model: "m", messages: [USER], tools: [] },
    "Invalid 'tools': empty array",
  ],
  [
    "any object without the word",
    { model: "m", messages: [USER], response_format: { type: "json_object" } },
    "must contain the word 'json'",
  ],
])("OpenAI refuses %s as it does", async (_, body, message) => {
  const server = await openModelServer();
  const { status, text } = await post(`${server.url}/v1/chat/completions`, body);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    error: { message: expect.stringContaining(message), type: "invalid_request_error" },
  });
  expect(server.heard[0]?.refused).toContain(message);
});

test.each([
  ["no model", { messages: [USER] }, "model is required"],
  ["an unknown format", { model: "m", messages: [USER], format: "xml" }, "invalid format"],
  [
    "arguments that are no object",
    {
      model: "m",
      messages: [
        USER,
        { role: "assistant", tool_calls: [{ function: { name: "list", arguments: "{}" } }] },
      ],
    },
    "cannot unmarshal string into Go struct field",
  ],
  [
    "a result without its call",
    { model: "m", messages: [USER, { role: "tool", tool_name: "list", content: "x" }] },
    "tool message without a tool call before it",
  ],
])("Ollama refuses %s", async (_, body, message) => {
  const { url } = await openModelServer();
  const { status, text } = await post(`${url}/api/chat`, body);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({ error: expect.stringContaining(message) });
});

test("a turn with a condition is said whenever it fits, the others once", async () => {
  const { url, used } = await openModelServer({
    turns: [
      { when: { prompt: "cycle 2", step: 0 }, text: "second cycle" },
      { when: { tool: "list" }, text: "after the list" },
      { text: "once" },
    ],
    otherwise: { text: "the rest" },
  });
  const say = async (...messages: unknown[]) => {
    const body = { model: "m", messages, stream: false };
    return JSON.parse((await post(`${url}/api/chat`, body)).text).message.content;
  };
  const calling = {
    role: "assistant",
    content: "",
    tool_calls: [{ function: { name: "list", arguments: {} } }],
  };
  const result = { role: "tool", tool_name: "list", content: "none" };
  expect(used).toBe(0);
  expect(await say({ role: "user", content: "This is cycle 2." })).toBe("second cycle");
  expect(await say(USER)).toBe("once");
  expect(await say(USER, calling, result)).toBe("after the list");
  expect(await say({ role: "user", content: "This is cycle 2." })).toBe("second cycle");
  expect(await say(USER)).toBe("the rest");
});

test("the models are listed in both formats", async () => {
  const { url } = await openModelServer({ turns: [], models: ["a", "b:7b"] });
  const get = async (path: string) => (await fetch(url + path)).json();
  expect(await get("/v1/models")).toMatchObject({ data: [{ id: "a" }, { id: "b:7b" }] });
  expect(await get("/api/tags")).toMatchObject({
    models: [{ name: "a:latest" }, { name: "b:7b" }],
  });
  const known = await post(`${url}/api/show`, { model: "a" });
  expect(JSON.parse(known.text)).toMatchObject({ capabilities: ["completion", "tools"] });
  expect(await post(`${url}/api/show`, { model: "c" })).toMatchObject({ status: 404 });
});

test("it runs as a process with a script from a file", async () => {
  const folder = testFolder();
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify({ turns: [{ text: "From a file." }] }));
  const main = join(ROOT, "test", "support", "model-server-main.ts");
  const running = launch(process.execPath, [main, "--port", "0", "--script", script]);
  onTestFinished(async () => {
    running.child.kill("SIGTERM");
    await running.finished;
  });
  const url = await eventually(
    () => /^Model server listens on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(running.stdout())?.[1],
  );
  const body = { model: "m", messages: [USER], stream: false };
  const { text } = await post(`${addressOf(url, "ollama")}/api/chat`, body);
  expect(JSON.parse(text)).toMatchObject({ message: { content: "From a file." }, done: true });
});
