import { join } from "node:path";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { newSecret, SECRET_PREFIX } from "../../src/domain/people/key-secret.ts";
import { dataPaths, readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import {
  codeVariables,
  eventually,
  markVariables,
  spawnEarshot,
  type TestServer,
  testFolder,
  testServer,
  testServerProcess,
} from "../support/cli.ts";
import { byGroup, takeShare } from "../support/share.ts";
import { spokenTransport } from "../support/spoken.ts";
import { asked, ERAS, type Era, envelopeOf } from "./door.ts";

takeShare("eras", byGroup);

const PROGRAM = join(import.meta.dirname, "../../bin/earshot.js");
const INFO = { name: "test", version: "1.0.0" };

/** With a process of its own. */
async function connectStdio(data: string, era: Era): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "mcp", "--data", data],
    env: { ...getDefaultEnvironment(), ...codeVariables(), ...markVariables() },
    stderr: "ignore",
  });
  return await connected(transport, era);
}

/** Within this process. */
async function connectHere(data: string, era: Era): Promise<Client> {
  return await connected(spokenTransport(["mcp", "--data", data]), era);
}

async function connected(transport: Transport, era: Era): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(INFO, {
    versionNegotiation: { mode },
    capabilities: { elicitation: {} },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

function ask(question: string, more: Readonly<Record<string, unknown>> = {}) {
  return { name: "ask_human", arguments: { question, ...more } };
}

async function answer(server: TestServer, question: string, text: string): Promise<void> {
  const { id } = await asked(server, question);
  await server.operator.answer({ id, answer: { text } });
}

/** The operator at the server that earshot mcp starts where its own has gone. */
async function successorOf(data: string, former: string | undefined) {
  const url = await eventually(() => {
    const now = readServerInfo(data)?.url;
    return now === former ? undefined : now;
  });
  const operator = createClient({ url, key: readKeyFile(data, "operator") ?? "" });
  onTestFinished(async () => void (await operator.stop()));
  return operator;
}

describe.each(ERAS)("earshot mcp, for a client of the %s era,", (era) => {
  test("lists the tools and brings the answer of a person", async () => {
    const server = await testServer();
    const client = await connectStdio(server.data, era);
    expect((await client.listTools()).tools).toHaveLength(14);
    const asking = client.callTool(ask("Over a pipe?"));
    await answer(server, "Over a pipe?", "it works");
    expect(envelopeOf(await asking)).toMatchObject({ data: { answer: { text: "it works" } } });
  });

  test("reads a file that a person gave", async () => {
    const server = await testServer();
    const client = await connectHere(server.data, era);
    const properties = { file: { format: "file" } };
    const form = { type: "object", properties };
    const asking = client.callTool(ask("Which file?", { form }));
    const { id } = await asked(server, "Which file?");
    const notes = { name: "notes.txt", media_type: "text/plain", content: btoa("notes") };
    const file = await server.operator.uploadFile({ id, ...notes });
    await server.operator.answer({ id, answer: { fields: { file: { ...file } } } });
    const { data } = envelopeOf(await asking);
    const uri = `earshot://requests/${id}/files/${file.digest}`;
    expect(data).toMatchObject({ files: [{ name: "notes.txt", uri }] });
    expect((await client.readResource({ uri })).contents).toMatchObject([{ text: "notes" }]);
  });

  test("goes on when its server was killed during a wait and is there again", async () => {
    const server = await testServerProcess();
    const client = await connectStdio(server.data, era);
    const asking = client.callTool(ask("Still there?", { max_wait_s: 20 }));
    const { id } = await asked(server, "Still there?");
    const former = readServerInfo(server.data)?.url;
    await server.kill();
    const operator = await successorOf(server.data, former);
    await operator.answer({ id, answer: { text: "yes" } });
    expect(envelopeOf(await asking)).toMatchObject({ data: { answer: { text: "yes" } } });
    const again = { name: "await_response", arguments: { request_ids: [id] } };
    expect(envelopeOf(await client.callTool(again))).toMatchObject({ status: "answered" });
  });
});

test.each([
  ["modern", { answer: { text: "from the client" }, answered_by: { verified: false } }],
  ["legacy", { instruction: expect.stringContaining("has not answered yet") }],
] as const)(
  "a client of the %s era with forms shows a question only where no wait hangs on it",
  async (era, data) => {
    const server = await testServer();
    const client = await connectHere(server.data, era);
    await client.listTools();
    client.setRequestHandler("elicitation/create", async () => ({
      action: "accept",
      content: { text: "from the client" },
    }));
    const call = ask("At the client?", { at_client: true, max_wait_s: 0 });
    expect(envelopeOf(await client.callTool(call))).toMatchObject({ data });
  },
);

test("earshot mcp starts a server where none runs", async () => {
  const data = join(testFolder(), "data");
  const client = await connectStdio(data, "legacy");
  onTestFinished(async () => {
    const { url = "" } = readServerInfo(data) ?? {};
    await createClient({ url, key: readKeyFile(data, "operator") ?? "" }).stop();
  });
  const result = await client.callTool({ name: "check_messages", arguments: {} });
  expect(envelopeOf(result)).toMatchObject({ status: "success", data: { unread: 0 } });
  expect(dataPaths(data).root).toContain(data);
});

test("earshot mcp writes nothing but messages on its standard output, and ends with its input", async () => {
  const server = await testServerProcess();
  const running = spawnEarshot(["mcp", "--data", server.data]);
  const say = (message: object) => running.child.stdin.write(`${JSON.stringify(message)}\n`);
  const lines = () =>
    running
      .stdout()
      .split("\n")
      .filter((line) => line !== "");
  say({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: INFO },
  });
  await eventually(() => lines().length === 1);
  running.child.stdin.write("this is no message\n");
  await eventually(() => lines().length === 2);
  expect(JSON.parse(lines()[1] ?? "")).toMatchObject({ id: null, error: { code: -32_700 } });
  say({ jsonrpc: "2.0", method: "notifications/initialized" });
  say({ jsonrpc: "2.0", id: 2, method: "tools/call", params: ask("Nobody there?") });
  await asked(server, "Nobody there?");
  const former = readServerInfo(server.data)?.url;
  await server.kill();
  await successorOf(server.data, former);
  say({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "check_messages" } });
  await eventually(() => lines().length === 3);
  running.child.stdin.end();
  const { code } = await running.finished;
  expect(code).toBe(0);
  for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

test("a call that waits when earshot mcp is told to stop is told that it is pending", async () => {
  const server = await testServer();
  const running = spawnEarshot(["mcp", "--data", server.data]);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: INFO };
  const say = (message: object) =>
    running.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  say({ id: 1, method: "initialize", params });
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/call", params: ask("Stopped meanwhile?") });
  const { id } = await asked(server, "Stopped meanwhile?");
  running.child.kill("SIGTERM");
  const { code, stdout } = await running.finished;
  expect(code).toBe(0);
  const last = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
  expect(last.id).toBe(2);
  expect(envelopeOf(last.result)).toMatchObject({
    status: "human_input_requested",
    data: { request_id: id, next: { tool: "await_response" } },
  });
  expect((await server.operator.list({ status: "open" })).items).toHaveLength(1);
});

test.each([
  ["is not valid", newSecret(SECRET_PREFIX, "A".repeat(43)), "earshot keys create"],
  ["was cut", "ear_live_wrong", "This key is not whole"],
])("earshot mcp says on standard error that its key %s, and ends", async (_why, key, says) => {
  const server = await testServer();
  const running = spawnEarshot(["mcp", "--data", server.data, "--key", key]);
  running.child.stdin.end();
  const { code, stdout, stderr } = await running.finished;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(says);
});
