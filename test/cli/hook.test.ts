import { createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readPermissionRequest } from "../../src/cli/authority/permission-request.ts";
import { createClient } from "../../src/client/client.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { BASH, hookHere, permissionRequest, spawnHook, verdictOf } from "../support/claude-code.ts";
import {
  eventually,
  spawnEarshot,
  type TestServer,
  testServer,
  testServerProcess,
} from "../support/cli.ts";
import { newPerson } from "../support/init.ts";

/* The hook of Claude Code as a program: what it reads and prints, and how it ends. */

async function asked(server: TestServer) {
  const request = await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items[0];
  });
  return asAuthorization(request);
}

test("a call that a person approves runs, with what was approved", async () => {
  const server = await testServer();
  const running = spawnHook(server, permissionRequest());
  const { id, authorization } = await asked(server);
  await server.operator.approve({ id, digest: authorization.digest });
  const finished = await running.finished;
  expect(finished).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(finished.stdout)).toEqual({
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: { behavior: "allow", updatedInput: BASH },
    },
    systemMessage: `Earshot: allowed by operator (request ${id}).`,
  });
});

test("a call that a person rejects is denied with the reason", async () => {
  const server = await testServer();
  const running = spawnHook(server, permissionRequest());
  const { id } = await asked(server);
  await server.operator.reject({ id, reason: "Not on a Friday." });
  expect(verdictOf(await running.finished)).toMatchObject({
    is: "deny",
    message: expect.stringMatching(/ rejected by operator .* The reason given: Not on a Friday\.$/),
  });
});

test("it holds 5 seconds less than the settings let it run, and leaves the request open", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const hooks = (timeout: number) =>
    JSON.stringify({
      hooks: {
        PermissionRequest: [
          { hooks: [{ type: "command", command: "earshot hook claude-code", timeout }] },
        ],
      },
    });
  person.write("claude/settings.json", hooks(600));
  person.write("project/.claude/settings.local.json", hooks(6));
  const env = { HOME: person.home, CLAUDE_CONFIG_DIR: person.path("claude") };
  const args = ["hook", "claude-code", "--data", server.data];
  const running = spawnEarshot(args, { env, cwd: person.home });
  running.child.stdin.end(permissionRequest({ cwd: person.project }));
  expect(await running.finished).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect((await asked(server)).status).toBe("open");
});

test("one that the client ends takes its request back and says nothing", async () => {
  const server = await testServer();
  const running = spawnHook(server, permissionRequest());
  const { id } = await asked(server);
  running.child.kill("SIGTERM");
  expect(await running.finished).toMatchObject({ stdout: "", stderr: "" });
  expect((await server.operator.show({ id })).request.status).toBe("cancelled");
});

test("without a server one line says so, and the exit code does not deny", async () => {
  const never = spawnEarshot(["hook", "claude-code"], { cwd: newPerson().project });
  never.child.stdin.end(permissionRequest());
  const ends = { code: 1, stdout: "", stderr: expect.stringMatching(/^error: [^\n]+\n$/) };
  expect(await never.finished).toEqual({ ...ends, signal: null });

  const server = await testServerProcess();
  await server.kill();
  const away = spawnHook(server, permissionRequest());
  expect(await away.finished).toEqual({ ...ends, signal: null });
});

test("a server that takes calls and does not answer costs one line", async () => {
  const url = `http://127.0.0.1:${await openSilent()}`;
  const client = createClient({ url, key: "ear_live_none", retryForMs: 0 });
  expect(await hookHere(client, {})).toEqual({
    is: "dialogue",
    said: expect.stringMatching(/^Earshot has not answered within 4 s, [^\n]+$/),
  });
});

async function openSilent(): Promise<number> {
  const silent: Server = createServer((socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a server that goes away while the hook waits decides nothing", async () => {
  const server = await testServerProcess();
  const running = spawnHook(server, permissionRequest(), "--hold", "2s");
  await asked(server);
  await server.kill();
  expect(await running.finished).toMatchObject({ code: 1, stdout: "" });
});

test("a server that stands still while the hook waits does not make it wait longer", async () => {
  const server = await testServerProcess();
  const running = spawnHook(server, permissionRequest(), "--hold", "2s");
  await asked(server);
  server.process().child.kill("SIGSTOP");
  expect(await running.finished).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^error: Earshot has not answered within 3 s, [^\n]+\n$/),
  });
});

test("a server that comes back while the hook waits decides as if it had been there", async () => {
  const server = await testServerProcess();
  const running = spawnHook(server, permissionRequest());
  const { id, authorization } = await asked(server);
  await server.kill();
  await server.start();
  await server.operator.approve({ id, digest: authorization.digest });
  expect(verdictOf(await running.finished)).toMatchObject({ is: "allow", input: BASH });
});

test("a key that is not valid decides nothing", async () => {
  const server = await testServer();
  const refused = spawnHook(server, permissionRequest(), "--key-file", `${server.data}/none.key`);
  expect(await refused.finished).toMatchObject({ code: 1, stdout: "" });
});

test("the key in a file goes to the folder's server, whatever the environment names", async () => {
  const [server, other] = [await testServer(), await testServer()];
  const keyFile = ["--data", server.data, "--key-file", `${server.data}/agent.key`];
  const env = { EARSHOT_URL: other.url(), EARSHOT_KEY: other.key("agent") };
  const hook = spawnEarshot(["hook", "claude-code", ...keyFile], { env });
  hook.child.stdin.end(permissionRequest());
  const { id } = await asked(server);
  await server.operator.reject({ id, reason: "No." });
  expect(await hook.finished).toMatchObject({ code: 0 });
  expect((await other.operator.list({})).items).toEqual([]);
});

test("earshot mcp with a key file heeds no address but the one that is given with it", async () => {
  const [server, other] = [await testServer(), await testServer()];
  const env = { EARSHOT_URL: other.url() };
  const start = async (of: TestServer, ...more: string[]) => {
    const keyFile = ["--data", server.data, "--key-file", `${of.data}/agent.key`];
    const running = spawnEarshot(["mcp", ...keyFile, ...more], { env });
    running.child.stdin.end();
    return await running.finished;
  };
  expect(await start(server)).toMatchObject({ code: 0 });
  expect(await start(other)).toMatchObject({ code: 1 });
  expect(await start(other, "--url", other.url())).toMatchObject({ code: 0 });
});

test.each([
  ["nothing", ""],
  ["no JSON", "allow"],
  ["a list", "[]"],
  ["another event", permissionRequest({ hook_event_name: "PreToolUse" })],
  ["no tool", permissionRequest({ tool_name: undefined })],
  ["arguments that are no object", permissionRequest({ tool_input: "rm" })],
])("%s is no request for a permission", (_, text) => {
  expect(() => readPermissionRequest(text)).toThrow("holds no PermissionRequest of Claude Code");
});

test("what is no request for a permission decides nothing", async () => {
  const server = await testServer();
  expect(await spawnHook(server, "allow").finished).toMatchObject({ code: 1, stdout: "" });
  expect((await server.operator.list({})).items).toEqual([]);
});
