import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

/* What one agent may have before people at a time, at each door. */

const MOST = 3;
const POLICY: JsonObject = {
  version: 1,
  rules: [{ name: "reading", tools: ["read_file"], decision: "allow" }],
};

let folder: string;
let server: RunningServer;
let agent: EarshotClient;
let operator: EarshotClient;

beforeEach(async () => {
  folder = makeFolder();
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  server = await startServer({ dataFolder, port: 0, maxOpen: MOST, policy: POLICY });
  const as = (name: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(dataFolder, name) ?? "", retryForMs: 0 });
  agent = as("agent");
  operator = as("operator");
});
afterEach(async () => {
  await server.stop();
  removeFolder(folder);
});

async function fill(): Promise<void> {
  for (let n = 0; n < MOST; n++) {
    await agent.ask({ text: `Question ${n}?` }, { idempotencyKey: `question-${n}` });
  }
}

async function callTool(name: string, input: JsonObject) {
  const response = await fetch(new URL(`/v1/tools/${name}`, server.url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${readKeyFile(join(folder, "data"), "agent")}`,
      "content-type": "application/json",
      prefer: "wait=0",
    },
    body: JSON.stringify(input),
  });
  return (await response.json()) as { readonly code?: string; readonly status?: unknown };
}

const SEEK = { tool: "write_file", args: { path: "a" }, reason: "Asked for." };

test("beyond the bound nothing more is put before people, at any door", async () => {
  await fill();
  const full = { code: "QUEUE_FULL", message: expect.stringMatching(/^3 requests of agent are/) };
  await expect(agent.ask({ text: "One more?" })).rejects.toMatchObject(full);
  await expect(agent.authorize(SEEK)).rejects.toMatchObject(full);
  for (const [tool, input] of [
    ["ask_human", { question: "One more?" }],
    ["send_message_to_operator", { message: "One more." }],
    ["request_authorization", { tool_name: "write_file", reason: "Asked for." }],
  ] as const) {
    expect(await callTool(tool, input), tool).toMatchObject({ code: "QUEUE_FULL" });
  }
  expect((await operator.list({ status: "open" })).items).toHaveLength(MOST);
});

test("what was taken before is told again, and joined", async () => {
  await callTool("ask_human", { question: "Joined?" });
  await agent.ask({ text: "Question 0?" }, { idempotencyKey: "question-0" });
  await agent.ask({ text: "Question 1?" });
  const again = await agent.ask({ text: "Question 0?" }, { idempotencyKey: "question-0" });
  expect(again.outcome).toBe("pending");
  expect(await callTool("ask_human", { question: "Joined?" })).toMatchObject({
    status: "human_input_requested",
  });
});

test("what a rule decides is decided, and an answer makes room", async () => {
  await fill();
  expect((await agent.authorize({ ...SEEK, tool: "read_file" })).outcome).toBe("approved");
  const [first] = (await operator.list({ status: "open" })).items;
  if (first === undefined) expect.unreachable();
  await operator.answer({ id: first.id, answer: { text: "Done." } });
  expect((await agent.ask({ text: "One more?" })).outcome).toBe("pending");
});

test("another agent has a bound of its own", async () => {
  await fill();
  const { secret } = await operator.createKey({ kind: "agent", name: "other" });
  const other = createClient({ url: server.url, key: secret });
  expect((await other.ask({ text: "Mine?" })).outcome).toBe("pending");
});
