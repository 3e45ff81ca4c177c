import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { codeOf } from "../suites/earshot/world.ts";
import { okKey } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

/* An application offers the liaison to its own users: its service speaks for them by a signed token. */

const NEED = "I need a sales dashboard.";

let server: HomeServer;
let key: string;

beforeAll(async () => {
  server = await startHomeServer();
  const input = { kind: "service", name: "shop" };
  key = (await okKey(server.url, { key: server.operator, input })).secret;
});
afterAll(() => server.close());

const service = () => createClient({ url: server.url, key });

async function as(user_id: string) {
  const { token } = await service().createEndUserToken({ user_id });
  return { token, client: createClient({ url: server.url, key, endUser: token }) };
}

test("a user of a service has a conversation of their own, which no other user reads", async () => {
  const [alice, bob] = [await as("alice"), await as("bob")];
  const begun = await alice.client.begin_conversation({ user_id: "alice", initial_message: NEED });
  const { conversation_id, questions = [] } = begun;
  // They have no list of requests: what is asked comes with its choices.
  expect(questions.map(({ options }) => options.length)).toContain(3);
  for (const { question } of questions) expect(begun.response).toContain(question);
  const again = await as("alice");
  const said = { conversation_id, message: "For the executives. Just do it." };
  expect((await again.client.continue_conversation(said)).phase).toBe("awaiting_task_completion");
  const shown = await alice.client.showLiaison({ conversation_id });
  expect(shown).toMatchObject({ personName: "shop:alice", service: expect.any(String) });
  expect(await codeOf(bob.client.showLiaison({ conversation_id }))).toBe("NOT_FOUND");
  expect((await bob.client.listLiaisons()).items).toEqual([]);
  expect((await alice.client.listLiaisons()).items.map(({ id }) => id)).toEqual([conversation_id]);
  const done = { conversation_id, task_result: "https://dashboards.example.com" };
  const agent = createClient({ url: server.url, key: server.agent });
  expect((await agent.task_completed(done)).phase).toBe("feedback_collection");
  const judged = { conversation_id, message: "Perfect, I accept it." };
  expect((await alice.client.continue_conversation(judged)).phase).toBe("completed");
});

test("two users of one service do not hear each other's reply by the same key against twice", async () => {
  const [alice, bob] = [await as("alice"), await as("bob")];
  const once = { idempotencyKey: "same" };
  const first = await alice.client.beginConversation({ initial_message: NEED }, once);
  const second = await bob.client.beginConversation({ initial_message: NEED }, once);
  expect(second.conversation_id).not.toBe(first.conversation_id);
});

test("nobody but a service has users, and nothing else is open to one", async () => {
  const { token, client } = await as("alice");
  expect(await codeOf(client.list())).toBe("NOT_ALLOWED");
  expect(await codeOf(client.ask({ text: "May I?" }))).toBe("NOT_ALLOWED");
  const agent = createClient({ url: server.url, key: server.agent, endUser: token });
  expect(await codeOf(agent.whoami())).toBe("NOT_ALLOWED");
  const input = { user_id: "alice" };
  const operator = createClient({ url: server.url, key: server.operator });
  expect(await codeOf(operator.createEndUserToken(input))).toBe("NOT_ALLOWED");
});

async function tool(name: string, args: object, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${server.url}/v1/tools/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(args),
  });
  return { status: response.status, body: await response.json() };
}

test("begin_conversation and continue_conversation are tools of whoever carries a person", async () => {
  const { token } = await as("carol");
  for (const headers of [
    { authorization: `Bearer ${key}`, "earshot-end-user": token },
    { authorization: `Bearer ${server.operator}` },
  ]) {
    const begun = await tool("begin_conversation", { initial_message: NEED }, headers);
    expect(begun).toMatchObject({ status: 200, body: { status: "success" } });
    const { conversation_id } = begun.body.data;
    const words = { conversation_id, message: "Just do it." };
    const said = await tool("continue_conversation", words, headers);
    expect(said.body.data).toMatchObject({ phase: "awaiting_task_completion" });
  }
  for (const secret of [server.agent, key]) {
    const headers = { authorization: `Bearer ${secret}` };
    const begun = await tool("begin_conversation", { initial_message: NEED }, headers);
    expect(begun.status).toBeGreaterThanOrEqual(400);
  }
});

test("what a person says to a tool comes with files, as over HTTP", async () => {
  const headers = { authorization: `Bearer ${server.operator}` };
  const operator = createClient({ url: server.url, key: server.operator });
  const bytes = Buffer.alloc(2 * 1024 * 1024, "a");
  const attachments = [
    { name: "log.txt", media_type: "text/plain", content: bytes.toString("base64") },
  ];
  const begun = await tool("begin_conversation", { initial_message: NEED, attachments }, headers);
  expect(begun, JSON.stringify(begun.body).slice(0, 500)).toMatchObject({ status: 200 });
  const { conversation_id } = begun.body.data;
  const notes = [{ name: "notes.txt", content: Buffer.from("notes").toString("base64") }];
  const words = { conversation_id, message: "Here are notes.", attachments: notes };
  expect(await tool("continue_conversation", words, headers)).toMatchObject({ status: 200 });
  const { exchanges } = await operator.showLiaison({ conversation_id });
  const kept = exchanges.flatMap(({ attachments: files = [] }) => files);
  expect(kept).toMatchObject([
    { name: "log.txt", media_type: "text/plain", size: bytes.length },
    { name: "notes.txt", size: 5 },
  ]);
  for (const { digest } of kept) {
    const read = await operator.readAttachment({ conversation_id, digest });
    expect(read.bytes.length).toBe(read.size);
  }
  await operator.eraseLiaison({ conversation_id });
  for (const { digest } of kept) {
    expect(await codeOf(operator.readAttachment({ conversation_id, digest }))).toBe("NOT_FOUND");
  }
});

test("a tool takes no long body from an agent", async () => {
  const headers = { authorization: `Bearer ${server.agent}` };
  const long = await tool("ask_human", { question: "a".repeat(1024 * 1024) }, headers);
  expect(long.status).toBe(413);
});

async function listed(url: string, secret: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${secret}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const text = await response.text();
  return [...text.matchAll(/"name":"(\w+)","title"/g)].map(([, name = ""]) => name);
}

test("a client of MCP is shown them only for a person", async () => {
  const folder = makeFolder();
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  const real = await startServer({ dataFolder, port: 0 });
  onTestFinished(async () => {
    await real.stop();
    removeFolder(folder);
  });
  const ofPeople = await listed(real.url, readKeyFile(dataFolder, "operator") ?? "");
  expect(ofPeople).toEqual(
    expect.arrayContaining(["begin_conversation", "continue_conversation", "task_completed"]),
  );
  const ofAgents = await listed(real.url, readKeyFile(dataFolder, "agent") ?? "");
  expect(ofAgents).toEqual(expect.arrayContaining(["task_progress", "task_completed"]));
  expect(ofAgents.filter((name) => name.endsWith("_conversation"))).toEqual([]);
});
