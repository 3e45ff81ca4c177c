import { writeFileSync } from "node:fs";
import { request as callUpstream, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { isLocked } from "../../src/system/lock.ts";
import { spawnEarshot, testFolder, testServer, testServerProcess } from "../support/cli.ts";
import { CTRL_C, CTRL_D, ENTER, earshotOnPty, type Pty } from "../support/pty.ts";

/* The operator's terminal and the server behind it: one process, or two of which one may be killed. */

/** A real prompt: the editor puts the cursor behind it. */
const PROMPT = "[OPERATOR]: \u001b[";
const LONG_MS = 50_000;

const newDataFolder = () => join(testFolder(), "data");

interface Started {
  readonly pty: Pty;
  readonly url: string;
}

async function startOnTerminal(data: string, ...options: string[]): Promise<Started> {
  // The folder of the tests stands in what is shown, and can be a long name.
  const args = ["start", "--port", "0", "--data", data, ...options];
  const pty = earshotOnPty(args, { columns: 140 });
  const greeting = await pty.see(/http:\/\/127\.0\.0\.1:\d+\s/);
  return { pty, url: greeting.slice(greeting.indexOf("http")).trim() };
}

const agentOf = (data: string, url: string) =>
  createClient({ url, key: readKeyFile(data, "agent") ?? "" });

test("on a terminal the server is the operator's console", async () => {
  const data = newDataFolder();
  const { pty, url } = await startOnTerminal(data);
  await pty.see("Ctrl-C stops the server");
  await expect
    .poll(pty.screen)
    .toEqual([
      `Earshot listens on ${url}`,
      "",
      "Open the inbox, once, within 10 minutes:",
      expect.stringMatching(/^http:\/\/localhost:\d+\/sign-in#[\w-]{43}$/),
      "",
      "Ask a first question, in another terminal:",
      expect.stringMatching(/^ {2}npx earshot ask --data \S+ "Which pattern first: A, B or C\?"$/),
      "",
      "Questions appear here; type the answer and press Enter. Ctrl-C stops the server.",
    ]);
  const asked = spawnEarshot(["ask", "Which pattern first: A, B or C?", "--data", data]);
  await pty.see("[AGENT]: Which pattern first: A, B or C?");
  await pty.see(PROMPT);
  pty.type(`  B!${ENTER}`);
  expect(await asked.finished).toMatchObject({ code: 0, stdout: "  B!\n" });
});

test("the server is killed between question and answer, and the answer arrives all the same", async () => {
  const data = newDataFolder();
  const first = await startOnTerminal(data);
  const asked = spawnEarshot(["ask", "Which pattern first: A, B or C?", "--data", data]);
  await first.pty.see(PROMPT);
  first.pty.type("half an ans");
  first.pty.kill("SIGKILL");
  await first.pty.exited;
  const second = await startOnTerminal(data);
  await second.pty.see("[AGENT]: Which pattern first: A, B or C?");
  await second.pty.see(PROMPT);
  second.pty.type(`  B!${ENTER}`);
  expect(await asked.finished).toMatchObject({ code: 0, stdout: "  B!\n" });
});

test("Ctrl-C stops the server gracefully: exit 0, the question stays, the agent waits on", async () => {
  const data = newDataFolder();
  const first = await startOnTerminal(data);
  const asked = spawnEarshot(["ask", "Which?", "--data", data]);
  await first.pty.see(PROMPT);
  first.pty.type(`half${CTRL_C}`);
  expect(await first.pty.exited).toEqual({ code: 0, signal: 0 });
  expect(isLocked(join(data, "lock"))).toBe(false);
  const second = await startOnTerminal(data);
  await second.pty.see(PROMPT);
  second.pty.type(`A${ENTER}`);
  expect(await asked.finished).toMatchObject({ code: 0, stdout: "A\n" });
});

test("Ctrl-D closes the console and the server goes on, until Ctrl-C", async () => {
  const data = newDataFolder();
  const { pty, url } = await startOnTerminal(data);
  await pty.see("Questions appear here");
  pty.type(CTRL_D);
  await pty.see("The console is closed; the server goes on.");
  const agent = agentOf(data, url);
  const { request } = await agent.ask({ text: "Anybody?" });
  const console = earshotOnPty(["console", "--data", data]);
  await console.see(PROMPT);
  console.type(`me${ENTER}`);
  const waited = await agent.wait({ id: request.id, holdMs: LONG_MS });
  expect(waited.request).toMatchObject({ answer: { text: "me" } });
  expect(pty.output()).not.toContain("Anybody?");
  pty.type(CTRL_C);
  expect(await pty.exited).toEqual({ code: 0, signal: 0 });
});

test("a termination signal stops a server that is asking", async () => {
  const data = newDataFolder();
  const { pty, url } = await startOnTerminal(data);
  await agentOf(data, url).ask({ text: "Anybody?" });
  await pty.see(PROMPT);
  pty.kill("SIGTERM");
  expect(await pty.exited).toEqual({ code: 0, signal: 0 });
});

test("with --no-console the terminal only shows where the server listens", async () => {
  const data = newDataFolder();
  const { pty, url } = await startOnTerminal(data, "--no-console");
  await agentOf(data, url).ask({ text: "Anybody?" });
  pty.type(CTRL_C);
  expect(await pty.exited).toEqual({ code: 0, signal: 0 });
  expect(pty.output()).not.toContain("Anybody?");
});

test("a server whose operator's key is not valid says how to mend it and ends", async () => {
  const data = newDataFolder();
  const first = await startOnTerminal(data);
  await first.pty.see("Questions appear here");
  first.pty.type(CTRL_C);
  await first.pty.exited;
  writeFileSync(join(data, "operator.key"), "ear_live_nobody\n");
  const { pty } = await startOnTerminal(data);
  expect(await pty.exited).toEqual({ code: 1, signal: 0 });
  expect(pty.output()).toContain("Remove the file and start again");
});

test("an open console outlives the server: it says so and goes on when it is back", async () => {
  const server = await testServerProcess();
  const pty = earshotOnPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  await server.kill();
  await pty.see("The server is away.");
  await server.start();
  await pty.see("The server is back.");
  const answered = server.agent.ask({ text: "Back?", holdMs: LONG_MS });
  await pty.see(PROMPT);
  pty.type(`yes${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { text: "yes" } });
  await expect
    .poll(() => pty.screen().slice(1))
    .toEqual([
      "  The server is away. An answer is sent as soon as it is back.",
      "  The server is back.",
      expect.stringMatching(/^ {2}agent asks · req_/),
      "[AGENT]: Back?",
      "[OPERATOR]: yes",
    ]);
});

test("an answer that is typed while the server is away arrives when it is back", async () => {
  const server = await testServerProcess();
  const pty = earshotOnPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  const { request } = await server.agent.ask({ text: "Which?" });
  await pty.see(PROMPT);
  pty.type("half, ");
  await server.kill();
  await pty.see("The server is away.");
  pty.type(`then whole${ENTER}`);
  await server.start();
  const waited = await server.agent.wait({ id: request.id, holdMs: LONG_MS });
  expect(waited.request).toMatchObject({ answer: { text: "half, then whole" } });
  const events = await server.operator.show({ id: request.id });
  expect(events.history.map(({ type }) => type)).toEqual(["request.created", "request.answered"]);
});

test("an answer elsewhere while the console had lost the server releases its prompt", async () => {
  const server = await testServerProcess();
  const pty = earshotOnPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  const { request } = await server.agent.ask({ text: "Which?" });
  await pty.see(PROMPT);
  pty.type("half");
  await server.kill();
  await pty.see("The server is away.");
  await server.start();
  await server.operator.answer({ id: request.id, answer: { text: "A" } }, { via: "cli" });
  await pty.see("Answered by operator via cli: A");
  await pty.see("Not sent: half");
});

/** A way to the server that holds answers back until it is told to let them through. */
async function openSlowWay(upstream: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const proxy = createServer(async (request, response) => {
    if (request.url?.endsWith("/answer")) {
      hold();
      await released;
    }
    const { method, headers } = request;
    const call = callUpstream(new URL(request.url ?? "/", upstream), { method, headers });
    call.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    call.on("error", () => response.destroy());
    response.on("close", () => call.destroy());
    request.pipe(call);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, held, release };
}

test("an answer that comes too late is told, and kept in the conversation", async () => {
  const server = await testServer();
  const way = await openSlowWay(server.url());
  const env = { EARSHOT_URL: way.url };
  const pty = earshotOnPty(["console", "--data", server.data], { env });
  await pty.see(/appears? here/);
  const { request } = await server.agent.ask({ text: "Who is faster?" });
  await pty.see(PROMPT);
  pty.type(`me, I think${ENTER}`);
  await way.held;
  await server.operator.answer({ id: request.id, answer: { text: "no, me" } }, { via: "cli" });
  way.release();
  await pty.see(`Too late: Request ${request.id} was answered by operator via cli at`);
  await pty.see("Your text is kept in the conversation.");
  const { entries } = await server.operator.showConversation({ id: request.conversation });
  expect(entries.items).toContainEqual(
    expect.objectContaining({ text: "me, I think", lateAnswerTo: request.id }),
  );
  const shown = await server.agent.show({ id: request.id });
  expect(shown.request).toMatchObject({ answer: { text: "no, me" } });
});
