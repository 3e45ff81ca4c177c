import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { PROBLEM_MEDIA_TYPE } from "../../src/contract/problem.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { present } from "../../src/domain/present.ts";
import type { AuthorizationRequest } from "../../src/domain/requests/request.ts";
import type { Envelope } from "../../src/ports/earshot/tool-door.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { checkProblem, ok } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { specifiedTask } from "../support/examples.ts";
import { ownKey } from "../support/own-key.ts";
import { type HomeServer, homeServer, say, startHomeServer } from "../support/server.ts";

let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());

interface Sent {
  readonly url?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Without a hold, unless the headers say otherwise. */
async function post(name: string, args: object, sent: Sent = {}) {
  const { url = server.url, key = server.agent, headers, body, signal } = sent;
  const response = await fetch(`${url}/v1/tools/${name}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      prefer: "wait=0",
      ...headers,
    },
    body: body ?? JSON.stringify(args),
    ...present({ signal }),
  });
  return { response, text: await response.text() };
}

async function envelopeOf(name: string, args: object, sent: Sent = {}): Promise<Envelope> {
  const { response, text } = await post(name, args, sent);
  expect(response.status, text).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  return JSON.parse(text) as Envelope;
}

async function problemOf(name: string, args: object, sent: Sent = {}) {
  const { response, text } = await post(name, args, sent);
  return checkProblem(response, text);
}

const idOf = ({ data }: Envelope) => String(data["request_id"]) as RequestId;
const messages = async (sent?: Sent) =>
  (await envelopeOf("check_messages", {}, sent)).data["messages"] as readonly { id: string }[];

test("every tool is called with its arguments as the body and answers with its envelope", async () => {
  const question = say("question");
  const asked = await envelopeOf("ask_human", { question });
  expect(asked).toMatchObject({
    status: "human_input_requested",
    action: "ask_human",
    data: { question },
  });
  const conversation_id = await specifiedTask(server.url, { key: server.operator, agent: "agent" });
  const ARGS: Readonly<Record<string, object>> = {
    ask_human: { question },
    request_authorization: { tool_name: "deploy", reason: say("reason") },
    send_message_to_operator: { message: say("message") },
    message: { chat_id: "operator", content: say("content"), channel: "inbox" },
    await_response: { request_ids: [idOf(asked)] },
    cancel_request: { request_id: idOf(asked) },
    format_response: { content: say() },
    should_i_ask: { question: say(), cost_of_wrong: "low" },
    get_task: { conversation_id },
    task_progress: { conversation_id, status: say("status") },
    task_completed: { conversation_id, task_result: say("result") },
  };
  for (const { name } of TOOL_SETS.interaction) {
    const envelope = await envelopeOf(name, ARGS[name] ?? {});
    expect(Object.keys(envelope).sort(), name).toEqual(["action", "data", "status", "timestamp"]);
  }
});

test("a call holds until a person answers, and what it brought is in the mailbox until it is acknowledged", async () => {
  const own = await homeServer();
  const sent = { url: own.url, key: own.agent, headers: { prefer: "wait=30" } };
  const held = envelopeOf("ask_human", { question: say() }, sent);
  const operator = createClient({ url: own.url, key: own.operator });
  await expect.poll(async () => (await operator.list({ status: "open" })).items).toHaveLength(1);
  const [request] = (await operator.list({ status: "open" })).items;
  const text = say("answer");
  await operator.answer({ id: request?.id as RequestId, answer: { text } });
  expect(await held).toMatchObject({ status: "answered", data: { answer: { text } } });
  const ids = (await messages(sent)).map(({ id }) => id);
  expect(ids).toEqual([request?.id]);
  const acknowledged = await envelopeOf("check_messages", { ack_ids: ids }, sent);
  expect(acknowledged.data).toMatchObject({ acknowledged: 1, messages: [] });
});

test("a caller who goes ends the wait and not the request, and the answer comes later", async () => {
  const own = await homeServer();
  const sent = { url: own.url, key: own.agent };
  const gone = new AbortController();
  const headers = { prefer: "wait=30" };
  const held = post("ask_human", { question: say() }, { ...sent, headers, signal: gone.signal });
  const operator = createClient({ url: own.url, key: own.operator });
  await expect.poll(async () => (await operator.list({ status: "open" })).items).toHaveLength(1);
  gone.abort();
  await expect(held).rejects.toThrow();
  const [request] = (await operator.list({ status: "open" })).items;
  const text = say("answer");
  await operator.answer({ id: request?.id as RequestId, answer: { text } });
  const next = await envelopeOf("get_capabilities", {}, sent);
  expect(next.data).toMatchObject({
    late_answers: [{ request_id: request?.id, answer: { text } }],
    unread: 1,
  });
});

describe("is refused with a problem that carries the envelope", () => {
  const REFUSED: readonly (readonly [string, object, { code: string; said: string }])[] = [
    ["ask_human", {}, { code: "INVALID_INPUT", said: "question" }],
    ["ask_human", { question: "A?", other: 1 }, { code: "INVALID_INPUT", said: "other" }],
    ["ask_humans", { question: "A?" }, { code: "NOT_FOUND", said: "ask_human" }],
    ["await_response", { request_ids: ["req_1"] }, { code: "NOT_FOUND", said: "req_1" }],
  ];
  test.each(REFUSED)("%s with %j: %j", async (name, args, { code, said }) => {
    const problem = await problemOf(name, args);
    expect(problem).toMatchObject({
      code,
      detail: expect.stringContaining(said),
      details: { envelope: { status: "error", action: name, data: { recoverable: false } } },
    });
  });

  test("a question with a key that may not ask", async () => {
    const problem = await problemOf("ask_human", { question: say() }, { key: server.operator });
    expect(problem.code).toBe("NOT_ALLOWED");
  });

  test.each([
    ["[]", "must be a JSON object"],
    ['"a"', "must be a JSON object"],
    ["{", "not JSON"],
    ['{"question":"A?","question":"B?"}', "twice"],
  ])("the body %s", async (body, said) => {
    const problem = await problemOf("ask_human", {}, { body });
    expect(problem).toMatchObject({ code: "INVALID_INPUT", detail: expect.stringContaining(said) });
  });

  test("no key, another method, a path below", async () => {
    const url = `${server.url}/v1/tools/ask_human`;
    const bare = await fetch(url, { method: "POST", body: "{}" });
    expect(checkProblem(bare, await bare.text()).code).toBe("NOT_SIGNED_IN");
    const get = await fetch(url, { headers: { authorization: `Bearer ${server.agent}` } });
    expect(checkProblem(get, await get.text()).code).toBe("METHOD_NOT_ALLOWED");
    expect(get.headers.get("allow")).toBe("POST");
    for (const path of ["ask_human/x", "", "%61sk"]) {
      const other = await fetch(`${server.url}/v1/tools/${path}`, { method: "POST", body: "{}" });
      expect(checkProblem(other, await other.text()).code, path).toBe("NOT_FOUND");
    }
  });
});

test("more calls than the limit allows are refused until the minute is over", async () => {
  const folder = makeFolder();
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  const limited = await startServer({ dataFolder, port: 0, toolCallsPerMinute: 2 });
  onTestFinished(async () => {
    await limited.stop();
    removeFolder(folder);
  });
  const key = readKeyFile(dataFolder, "agent") ?? "";
  const sent = { url: limited.url, key };
  await envelopeOf("get_capabilities", {}, sent);
  await envelopeOf("get_capabilities", {}, sent);
  const { response, text } = await post("get_capabilities", {}, sent);
  const seconds = Number(response.headers.get("retry-after"));
  expect(response.status).toBe(429);
  expect(response.headers.get("content-type")).toBe(PROBLEM_MEDIA_TYPE);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(JSON.parse(text)).toMatchObject({
    code: "RATE_LIMITED",
    details: { retryAfterSeconds: seconds, envelope: { data: { retry_after_s: seconds } } },
  });
  const status = await ok(limited.url, "status", { key });
  expect(status).toMatchObject({ limited: 1, violations: 0 });
});

test("what is refused is counted for what it was, and a call without a key is no violation", async () => {
  const own = await homeServer();
  const violations = async () => (await ok(own.url, "status", { key: own.agent })).violations;
  const send = (headers: Record<string, string>) => fetch(`${own.url}/v1/whoami`, { headers });
  expect(await violations()).toBe(0);
  await send({});
  expect(await violations()).toBe(0);
  await send({ authorization: "Bearer ear_live_nobody" });
  await send({ authorization: "Bearer eyJ.eyJ.sig" });
  await send({ authorization: `Bearer ${own.agent}`, origin: "https://evil.example" });
  expect(await violations()).toBe(3);
  const request = await ok(own.url, "ask", { key: own.agent, input: { text: say() } });
  await fetch(`${own.url}/v1/requests/${request.request.id}/answer`, {
    method: "POST",
    headers: { authorization: `Bearer ${own.agent}`, "content-type": "application/json" },
    body: JSON.stringify({ answer: { text: "yes" } }),
  });
  await fetch(`${own.url}/v1/stop`, {
    method: "POST",
    headers: { authorization: `Bearer ${own.agent}` },
  });
  expect(await violations()).toBe(5);
  const { envelope } = await createClient({ url: own.url, key: own.agent }).callTool({
    name: "check_security_status",
    args: { include_metrics: true },
  });
  expect(envelope.data).toMatchObject({ security_violations: 5, rate_limit_hits: 0 });
  expect(envelope.data["total_requests"]).toBeGreaterThanOrEqual(10);
});

test("an operator who takes the wrong door attempts nothing; one who may not decide does", async () => {
  const own = await homeServer();
  const operator = createClient({ url: own.url, key: own.operator });
  await operator.addOperator({ name: "vera", role: "viewer" });
  const { secret: key } = await ownKey(operator, { kind: "person", name: "vera" });
  const action = { tool: "forget_user_data", args: { user: "4711" }, reason: "asked for" };
  const { request } = await createClient({ url: own.url, key: own.agent }).authorize(action);
  const { digest } = (request as AuthorizationRequest).authorization;
  const score = async () => {
    const { violations, securityScore } = await operator.status();
    return [violations, securityScore];
  };
  await expect(operator.approve({ id: request.id, digest })).rejects.toThrow();
  expect(await score()).toEqual([0, "HIGH"]);
  const seen = createClient({ url: own.url, key });
  await expect(seen.approve({ id: request.id, digest })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  expect(await score()).toEqual([1, "MEDIUM"]);
  await operator.applyPolicy({
    source: { version: 1, rules: [], security: { medium: { violations: 0 } } },
  });
  expect(await score()).toEqual([1, "LOW"]);
});

describe("the client's callTool", () => {
  test("gives the same envelopes, also of errors", async () => {
    const client = createClient({ url: server.url, key: server.agent, via: "mcp" });
    const asked = await client.callTool({
      name: "ask_human",
      args: { question: say() },
      holdMs: 0,
    });
    expect(asked).toMatchObject({
      isError: false,
      envelope: { status: "human_input_requested", action: "ask_human" },
    });
    const refused = await client.callTool({ name: "ask_human", args: {} });
    expect(refused).toMatchObject({
      isError: true,
      error: { code: "INVALID_INPUT" },
      envelope: {
        status: "error",
        action: "ask_human",
        data: { error_type: "InvalidArguments", recoverable: false },
      },
    });
  });

  test("says in an envelope that no server answers", async () => {
    const client = createClient({ url: "http://127.0.0.1:9", key: "k", retryForMs: 0 });
    expect(await client.callTool({ name: "ask_human", args: {} })).toMatchObject({
      isError: true,
      error: { code: "UNREACHABLE" },
      envelope: { status: "error", action: "ask_human", data: { recoverable: true } },
    });
  });

  test("is ended by its signal", async () => {
    const client = createClient({ url: server.url, key: server.agent });
    const signal = AbortSignal.abort(new Error("enough"));
    const call = client.callTool({ name: "get_capabilities", args: {}, signal });
    await expect(call).rejects.toThrow("enough");
  });
});
