import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { eventually, openServer, PROGRAM, type TestServer } from "../support/cli.ts";
import { startForwarder } from "../support/mcp-fixtures/forwarder.ts";
import { startInspector } from "../support/mcp-fixtures/inspector.ts";
import { isAsking } from "./door.ts";

/* The MCP Inspector's command line: a client that somebody else has written, and that drives tasks. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

type Era = "legacy" | "modern";
const REVISION = { legacy: "2025-11-25", modern: "2026-07-28" } as const;

function at(url: string, era: Era): readonly string[] {
  return [`${url}/mcp`, "--transport", "http", "--protocol-era", era];
}

/** The arguments that point the Inspector at the server, over HTTP with the agent's key. */
function overHttp(era: Era): readonly string[] {
  return [...at(server.url(), era), "--header", `Authorization: Bearer ${server.key("agent")}`];
}

function onStdio(): readonly string[] {
  return ["--", process.execPath, PROGRAM, "mcp", "--data", server.data];
}

async function inspect(...args: readonly string[]): Promise<JsonObject> {
  const { code, stdout, stderr } = await startInspector(...args).finished;
  expect(code, `${stdout}${stderr}`).toBe(0);
  return JSON.parse(stdout).result;
}

/** Answers as an operator, once the question is asked and `isTime`. */
async function answerOnce(text: string, answer: string, isTime = () => true): Promise<void> {
  const id = await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return isTime() ? items.find((request) => isAsking(request, text))?.id : undefined;
  });
  await server.operator.answer({ id, answer: { text: answer } });
}

function asking(question: string): readonly string[] {
  const args = JSON.stringify({ question });
  return ["--method", "tools/call", "--tool-name", "ask_human", "--tool-args-json", args];
}

const JSON_FORMAT = ["--format", "json"];

test.each(["legacy", "modern"] as const)("a client of the %s era is let in", async (era) => {
  const result = await inspect(...overHttp(era), "--method", "initialize", ...JSON_FORMAT);
  expect(result).toMatchObject({
    serverInfo: { name: "earshot" },
    protocolVersion: REVISION[era],
    capabilities: { tools: {} },
  });
});

test("both eras and both transports list the same tools, whose schemas any client can take", async () => {
  const list = ["--method", "tools/list", "--strict", ...JSON_FORMAT];
  const [legacy, modern, stdio] = await Promise.all([
    inspect(...overHttp("legacy"), ...list),
    inspect(...overHttp("modern"), ...list),
    inspect(...list, ...onStdio()),
  ]);
  expect(modern["tools"]).toEqual(legacy["tools"]);
  expect(stdio["tools"]).toEqual(legacy["tools"]);
  expect(JSON.stringify(legacy["tools"])).toContain('"ask_human"');
});

test("a client that drives tasks gets the answer of a person who takes their time", async () => {
  const question = "Which train?";
  const forwarder = await startForwarder(server.url(), server.key("agent"));
  onTestFinished(() => forwarder.close());
  const asked = inspect(...at(forwarder.url, "modern"), ...asking(question), ...JSON_FORMAT);
  await answerOnce(question, "The night train.", () => forwarder.methods.includes("tools/call"));
  expect(JSON.stringify(await asked)).toContain("The night train.");
  expect(forwarder.methods).toContain("tasks/get");
});

test("a call on stdio brings the answer of an operator", async () => {
  const question = "Which boat?";
  const asked = inspect(...asking(question), ...JSON_FORMAT, ...onStdio());
  await answerOnce(question, "The white one.");
  expect(JSON.stringify(await asked)).toContain("The white one.");
});
