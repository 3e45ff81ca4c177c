import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { dataPaths, readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import { isLocked } from "../../src/system/lock.ts";
import { environment, eventually } from "../support/cli.ts";
import { newPerson, type Person } from "../support/init.ts";
import { ENTER, earshotOnPty, type Pty } from "../support/pty.ts";
import { asked, envelopeOf } from "./door.ts";

/*
 * The whole way of a question, with nothing set up by hand: `earshot init` writes a client's file, a
 * client that knows nothing else starts what stands there, and a person answers at a terminal.
 */

/** A real prompt: the editor puts the cursor behind it. */
const PROMPT = "[OPERATOR]: \u001b[";
/** After which the client gives a call up: 60 s in reality. */
const TIMEOUT_MS = 4_000;

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface SetUp {
  readonly person: Person;
  readonly data: string;
  readonly operator: EarshotClient;
  /** What the client's file says of how Earshot is started. */
  readonly entry: Entry;
}

/** A person who has set up a client in a folder where nothing was; `file` is that client's. */
async function setUp(client: string, file: string): Promise<SetUp> {
  const person = newPerson();
  const data = person.path("project/.earshot");
  onTestFinished(() => stopServer(data));
  const { code, stderr } = await person.run("init", client, "--yes");
  expect(code, stderr).toBe(0);
  const entry = JSON.parse(person.read(file)).mcpServers.earshot;
  const operator = createClient({
    url: () => ({ url: readServerInfo(data)?.url ?? "", key: readKeyFile(data, "operator") ?? "" }),
  });
  return { person, data, operator, entry };
}

async function stopServer(data: string): Promise<void> {
  const { lock } = dataPaths(data);
  const { url = "" } = readServerInfo(data) ?? {};
  if (!isLocked(lock)) return;
  await createClient({ url, key: readKeyFile(data, "operator") ?? "" }).stop();
  await eventually(() => !isLocked(lock));
}

/** Starts what the file names, as its client does. */
async function startClient({ person, entry }: SetUp): Promise<Client> {
  const { command, args, env } = entry;
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: environment({ HOME: person.home, ...env }),
    cwd: person.project,
    stderr: "ignore",
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function openConsole({ data }: SetUp): Promise<Pty> {
  const pty = earshotOnPty(["console", "--data", data]);
  await pty.see("appears here");
  return pty;
}

async function call(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}) {
  return envelopeOf(await client.callTool({ name, arguments: args }));
}

/** Asks, and gives the call up before anybody has answered. */
async function askInVain(client: Client, question: string): Promise<void> {
  const asking = client.callTool({ name: "ask_human", arguments: { question } }, undefined, {
    timeout: TIMEOUT_MS,
  });
  await expect(asking).rejects.toMatchObject({ code: ErrorCode.RequestTimeout });
}

test("an answer that comes after the client has given up rides on its next call", async () => {
  const setup = await setUp("cursor", "project/.cursor/mcp.json");
  const [client, console] = [await startClient(setup), await openConsole(setup)];
  const question = "Which first: A, B or C?";
  await askInVain(client, question);
  const { id } = await asked(setup, question);
  await console.see(`[AGENT]: ${question}`);
  await console.see(PROMPT);
  const typed = '  B — but “A” before Friday, \\n "C" never  ';
  console.type(typed + ENTER);
  await eventually(async () => (await setup.operator.show({ id })).request.status === "answered");

  const { data, status } = await call(client, "check_security_status");
  expect(status).toBe("success");
  expect(data).toMatchObject({
    unread: 1,
    late_answers: [
      {
        id,
        kind: "answer",
        question,
        answer: { text: typed },
        answered_by: { channel: "console" },
      },
    ],
    acknowledge: { tool: "check_messages", arguments: { ack_ids: [id] } },
  });

  const { tool, arguments: args } = data["acknowledge"] as { tool: string; arguments: object };
  expect(await call(client, tool, { ...args })).toMatchObject({
    data: { acknowledged: 1, unread: 0, messages: [] },
  });
  expect((await call(client, "check_security_status")).data).not.toHaveProperty("late_answers");
});

test("a wait outlives its server: the next call of the same client brings the answer", async () => {
  const setup = await setUp("claude-code", "project/.mcp.json");
  const client = await startClient(setup);
  const question = "Shall I go on?";
  const given = askInVain(client, question);
  const { id } = await asked(setup, question);
  const { pid = 0 } = readServerInfo(setup.data) ?? {};
  process.kill(pid, "SIGKILL");
  await given;

  const awaiting = call(client, "await_response", { request_ids: [id] });
  const console = await openConsole(setup);
  await console.see(PROMPT);
  console.type(`Yes, go on.${ENTER}`);
  expect(await awaiting).toMatchObject({
    status: "answered",
    data: { request_id: id, answer: { text: "Yes, go on." } },
  });
  expect(readServerInfo(setup.data)?.pid).not.toBe(pid);
});

test("a key file that is not there is said, and nothing is served", async () => {
  const { person, data } = await setUp("cursor", "project/.cursor/mcp.json");
  const missing = person.path("none.key");
  const refused = await person.run("mcp", "--data", data, "--key-file", missing);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(missing);
  expect(refused.stderr).toContain("npx earshot init");
});
