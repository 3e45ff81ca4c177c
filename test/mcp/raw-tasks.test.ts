import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../src/domain/json.ts";
import type { ShownRequest } from "../../src/domain/requests/request.ts";
import { eventually, openServer, type TestServer, testServerProcess } from "../support/cli.ts";
import {
  createRawClient,
  type RawClient,
  TASKS_EXTENSION,
} from "../support/mcp-fixtures/raw-client.ts";
import { isAsking } from "./door.ts";

/* The Tasks extension as its specification says it, with nothing between the test and the wire. */

const CallResult = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
  structuredContent: z.object({ status: z.literal("answered") }).loose(),
});

let server: TestServer;
let agent: RawClient;
beforeAll(async () => {
  server = await openServer();
  agent = clientOf(server);
});
afterAll(() => server.close());

function clientOf({ url, key }: TestServer, secret = key("agent")): RawClient {
  return createRawClient({ url, key: secret });
}

/** Asks a question that nobody answers at once, and gives the task that the call became. */
async function startTask(client: RawClient, question: string): Promise<JsonObject> {
  const { result = {} } = await client("tools/call", {
    name: "ask_human",
    arguments: { question },
  });
  expect(result).toMatchObject({ resultType: "task", status: "working" });
  return result;
}

async function openRequests({ operator }: TestServer, question: string) {
  const { items } = await operator.list({ status: "open" });
  return items.filter((request) => isAsking(request, question));
}

/** The request behind a question, as soon as it is asked. */
function find(at: TestServer, question: string): Promise<ShownRequest> {
  return eventually(async () => (await openRequests(at, question))[0]);
}

async function answer(at: TestServer, question: string, text: string): Promise<void> {
  const { id } = await find(at, question);
  await at.operator.answer({ id, answer: { text } });
}

test("a call that nobody answers becomes a task, which ends with the answer", async () => {
  const question = "Which colour?";
  const task = await startTask(agent, question);
  const { taskId } = task;
  expect(task).toMatchObject({
    resultType: "task",
    status: "working",
    taskId: expect.any(String),
    statusMessage: expect.any(String),
    lastUpdatedAt: task["createdAt"],
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    ttlMs: null,
    pollIntervalMs: 5_000,
  });
  const open = await agent("tasks/get", { taskId: String(taskId) });
  expect(open.result).toMatchObject({ resultType: "complete", taskId, status: "working" });
  expect(open.result).not.toHaveProperty("result");

  await answer(server, question, "Blue.");
  const { result } = await agent("tasks/get", { taskId: String(taskId) });
  expect(result).toMatchObject({ resultType: "complete", taskId, status: "completed" });
  const inlined = CallResult.parse(result?.["result"]);
  expect(JSON.stringify(inlined.structuredContent)).toContain("Blue.");
  expect(JSON.parse(inlined.content[0].text)).toEqual(inlined.structuredContent);
});

test("an answer that is there already needs no task", async () => {
  const question = "Which size?";
  await startTask(agent, question);
  await answer(server, question, "Large.");
  const { result } = await agent("tools/call", { name: "ask_human", arguments: { question } });
  expect(result).toMatchObject({ resultType: "complete" });
  expect(result).not.toHaveProperty("taskId");
  expect(JSON.stringify(result)).toContain("Large.");
});

test("the same call again is the same task, and one question to people", async () => {
  const question = "Which shape?";
  const { taskId } = await startTask(agent, question);
  expect(await startTask(agent, question)).toMatchObject({ taskId });
  expect(await openRequests(server, question)).toHaveLength(1);
});

test("to cancel a task withdraws its question", async () => {
  const question = "Which weight?";
  const { taskId } = await startTask(agent, question);
  const { id } = await find(server, question);
  for (const _ of ["once", "once more"]) {
    const { result } = await agent("tasks/cancel", { taskId: String(taskId) });
    expect(result).toMatchObject({ resultType: "complete" });
    expect(result).not.toHaveProperty("status");
  }
  expect((await server.operator.show({ id })).request).toMatchObject({ status: "cancelled" });
  const { result } = await agent("tasks/get", { taskId: String(taskId) });
  expect(result).toMatchObject({ status: "cancelled" });
});

test("a task of another agent is one that is not there", async () => {
  const question = "Which taste?";
  const { taskId } = await startTask(agent, question);
  const { secret } = await server.operator.createKey({ kind: "agent", name: "rival" });
  const rival = clientOf(server, secret);
  const id = String(taskId);
  const unknown = id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const more = method === "tasks/update" ? { inputResponses: {} } : {};
    const foreign = await rival(method, { taskId: id, ...more });
    expect(foreign.error, method).toMatchObject({ code: -32602 });
    expect(foreign, method).toEqual(await agent(method, { taskId: unknown, ...more }));
  }
  expect(await find(server, question)).toMatchObject({ status: "open" });
});

test("a client that does not take tasks can ask for none", async () => {
  const plain = createRawClient({ url: server.url, key: server.key("agent"), capabilities: {} });
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const reply = await plain(method, { taskId: "ask_human.nothing", inputResponses: {} });
    expect(reply, method).toMatchObject({
      status: 400,
      error: {
        code: -32021,
        data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
      },
    });
  }
});

test("a task outlives its server, which is killed before and after the answer", async () => {
  const own = await testServerProcess();
  const client = clientOf(own);
  const question = "Which place?";
  const { taskId } = await startTask(client, question);
  const id = String(taskId);
  await own.kill();
  await own.start();
  expect((await client("tasks/get", { taskId: id })).result).toMatchObject({ status: "working" });
  await answer(own, question, "Here.");
  await own.kill();
  await own.start();
  const { result } = await client("tasks/get", { taskId: id });
  expect(result).toMatchObject({ taskId: id, status: "completed" });
  expect(JSON.stringify(result?.["result"])).toContain("Here.");
});
