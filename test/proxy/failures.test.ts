import { once } from "node:events";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import { eventually, spawnEarshot, testServerProcess } from "../support/cli.ts";
import { FILES, openWorld, textOf, type World } from "./proxied.ts";

const HELLO = { path: "a.txt", content: "hello" };
const ALL = { version: 1, rules: [{ name: "all", tools: ["*"], decision: "allow" }] };

test("a proxy that is killed while people decide leaves the request, which the same call joins", async () => {
  const world = await openWorld();
  const first = await world.start();
  const lost = first.call("write_file", HELLO).catch((error: Error) => error);
  const request = await world.asked();
  process.kill(first.pid, "SIGKILL");
  expect(await lost).toBeInstanceOf(Error);
  const second = await world.start();
  const calling = second.call("write_file", HELLO);
  await world.approve(request);
  expect(textOf(await calling)).toBe("Wrote a.txt");
  expect(world.runs()).toHaveLength(1);
  expect((await world.server.operator.list({})).items).toHaveLength(1);
});

test("a proxy that is killed between approval and run leaves the approval to the next", async () => {
  const world = await openWorld();
  const first = await world.start();
  const lost = first.call("write_file", HELLO).catch((error: Error) => error);
  const request = await world.asked();
  process.kill(first.pid, "SIGSTOP");
  await world.approve(request);
  process.kill(first.pid, "SIGKILL");
  await lost;
  expect(world.runs()).toEqual([]);
  const second = await world.start();
  expect(textOf(await second.call("write_file", HELLO))).toBe("Wrote a.txt");
  expect(world.runs()).toHaveLength(1);
});

test("a proxy that is killed during the run does not run the approved call a second time", async () => {
  const world = await openWorld({ holdMs: 0 });
  const first = await world.start();
  await first.call("stall");
  const request = await world.asked();
  await world.approve(request);
  const lost = first.call("stall").catch((error: Error) => error);
  await eventually(() => world.runs()[0]);
  process.kill(first.pid, "SIGKILL");
  await lost;
  const second = await world.start();
  const known = await second.call("await_approval", { request_id: request.id });
  expect(known.isError).toBe(true);
  expect(textOf(known)).toContain("may have run");
  expect((await second.call("stall")).structuredContent).toMatchObject({ status: "pending" });
  expect(world.runs()).toEqual(["stall"]);
});

test("a call is held over the death of the Earshot server, and runs once it is approved", async () => {
  const server = await testServerProcess();
  const world = await openWorld({ server });
  const { call } = await world.start();
  const calling = call("write_file", HELLO);
  const request = await world.asked();
  const former = readServerInfo(world.server.data)?.url;
  await server.kill();
  const operator = await successorOf(world, former);
  await operator.approve({ id: request.id, digest: request.authorization.digest });
  expect(textOf(await calling)).toBe("Wrote a.txt");
  expect(world.runs()).toHaveLength(1);
});

/** The operator at the server that the proxy starts where its own has gone. */
async function successorOf({ server: { data } }: World, former: string | undefined) {
  const url = await eventually(() => {
    const now = readServerInfo(data)?.url;
    return now === former ? undefined : now;
  });
  return createClient({ url, key: readKeyFile(data, "operator") ?? "" });
}

test("a server that ends during a call is told of, and started again with the next", async () => {
  const world = await openWorld();
  await world.server.operator.applyPolicy({ source: ALL });
  const { call } = await world.start();
  const crashed = await call("crash");
  expect(crashed.isError).toBe(true);
  expect(textOf(crashed)).toContain("was lost while crash ran");
  expect(textOf(await call("write_file", HELLO))).toBe("Wrote a.txt");
  expect(world.runs()).toEqual(["crash", "write_file a.txt"]);
});

test("a call that a client gives up is not run without it, and waits to be called again", async () => {
  const world = await openWorld();
  const { client, call } = await world.start();
  const given = new AbortController();
  const calling = client.callTool(
    { name: "write_file", arguments: HELLO },
    { signal: given.signal },
  );
  calling.catch(() => {});
  const request = await world.asked();
  given.abort();
  await expect(calling).rejects.toThrow();
  // Its withdrawal has reached the proxy before anything that is said after it.
  await client.ping();
  await world.approve(request);
  await client.listTools();
  expect(world.runs()).toEqual([]);
  expect(textOf(await call("await_approval", { request_id: request.id }))).toBe("Wrote a.txt");
});

test("standard output carries messages alone, and a call that waits is pending at a stop", async () => {
  const world = await openWorld();
  const args = ["proxy", ...world.agent, "--", process.execPath, FILES, world.folder];
  const running = spawnEarshot(args);
  const say = (message: object) =>
    running.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "raw", version: "1" };
  say({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  running.child.stdin.write("this is no message\n");
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/call", params: { name: "write_file", arguments: HELLO } });
  const { id } = await world.asked();
  running.child.kill("SIGTERM");
  const { code, stdout } = await running.finished;
  expect(code).toBe(0);
  const messages = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const message of messages) expect(message).toMatchObject({ jsonrpc: "2.0" });
  expect(messages.at(-1)).toMatchObject({
    id: 2,
    result: { structuredContent: { status: "pending", request_id: id } },
  });
});

test("a command that does not come up is said on standard error, and the proxy ends", async () => {
  const world = await openWorld();
  const running = spawnEarshot(["proxy", ...world.agent, "--", "/no/such/command"]);
  const { code, stdout, stderr } = await running.finished;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("/no/such/command, cannot be reached");
});

test.each([
  [[], "Name the server"],
  [["--url", "http://127.0.0.1:9", "--", "cat"], "not both"],
  [["--url", "ftp://files"], "Write it as https"],
  [["--url", "http://127.0.0.1:9", "--header", "secret"], "'Name: value'"],
  [["--url", "http://127.0.0.1:9", "--header", "A: $NOT_SET_HERE"], "variable NOT_SET_HERE"],
])("the arguments %j are refused", async (args, message) => {
  const { code, stderr } = await spawnEarshot(["proxy", ...args]).finished;
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test("the proxy ends with its standard input, and the server behind it too", async () => {
  const world = await openWorld();
  const args = ["proxy", ...world.agent, "--", process.execPath, FILES, world.folder];
  const running = spawnEarshot(args);
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  running.child.stdin.write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`,
  );
  await once(running.child.stdout, "data");
  running.child.stdin.end();
  expect((await running.finished).code).toBe(0);
});
