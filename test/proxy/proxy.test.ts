import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { identityOf } from "../../src/cli/proxy/upstream-target.ts";
import { hashTool } from "../../src/guard/index.ts";
import { digest } from "../../src/system/digest.ts";
import { markVariables, ROOT } from "../support/cli.ts";
import { byGroup, takeShare } from "../support/share.ts";
import { type CallResult, connectOld, FILES, openWorld, textOf, type World } from "./proxied.ts";
import { DEFINITION, GO, RESTLESS } from "./servers/files.ts";

takeShare("eras", byGroup);

const HELLO = { path: "a.txt", content: "hello" };

describe.each(["legacy", "modern"] as const)("for a client of the %s era", (era) => {
  test("a call runs once it is approved, with exactly what was approved", async () => {
    const world = await openWorld();
    const { call } = await world.start({ era });
    const calling = call("write_file", HELLO);
    const request = await world.asked();
    expect(request.authorization.action).toMatchObject({ tool: "write_file", args: HELLO });
    expect(request.authorization.reason).toContain("test-client");
    expect(world.runs()).toEqual([]);
    await world.approve(request);
    expect(textOf(await calling)).toBe("Wrote a.txt");
    expect(world.file("a.txt")).toBe("hello");
    expect(world.runs()).toEqual(["write_file a.txt"]);
  });

  test("the tools are listed as they are, each with its digest, beside the proxy's own", async () => {
    const world = await openWorld();
    const { client } = await world.connect({ era });
    const { tools } = await client.listTools();
    const writeFile = tools.find(({ name }) => name === "write_file");
    expect(writeFile).toMatchObject({
      title: "Write a file",
      description: "Writes a file.",
      inputSchema: { type: "object", required: ["path", "content"] },
      annotations: { destructiveHint: true },
    });
    const { name = "", description, inputSchema, _meta, ...more } = writeFile ?? {};
    const [command, ...args] = [process.execPath, FILES, world.folder];
    const server = identityOf({ kind: "command", command, args, folder: process.cwd() });
    expect(server).not.toContain(world.folder);
    expect(_meta).toMatchObject({
      "earshot/tool-hash": hashTool({ name, description, inputSchema, server, more }),
    });
    expect(tools.at(-1)?.name).toBe("await_approval");
    expect(client.getServerVersion()).toMatchObject({ name: "files" });
    expect(client.getInstructions()).toContain("Files of one folder.");
  });

  test("resources and prompts come through", async () => {
    const world = await openWorld();
    await world.server.operator.applyPolicy({ source: FREE });
    const { client } = await world.connect({ era });
    expect((await client.listResources()).resources).toMatchObject([{ uri: "files://readme" }]);
    const { contents } = await client.readResource({ uri: "files://readme" });
    expect(contents).toMatchObject([{ text: "Read me." }]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: "greet" }]);
    const { messages } = await client.getPrompt({ name: "greet" });
    expect(messages).toMatchObject([{ content: { text: "Hello" } }]);
    await expect(client.readResource({ uri: "files://none" })).rejects.toThrow("files://none");
  });
});

test("a client of the first generation of the SDK has its call run once it is approved", async () => {
  const world = await openWorld();
  const client = await connectOld(world);
  const calling = client.callTool({ name: "write_file", arguments: HELLO });
  await world.approve(await world.asked());
  expect(textOf((await calling) as CallResult)).toBe("Wrote a.txt");
  expect(world.file("a.txt")).toBe("hello");
});

test("what a rule allows runs at once, and what a rule denies never", async () => {
  const world = await openWorld();
  const rules = [
    { name: "reading is free", tools: ["read_*", "list"], decision: "allow" },
    { name: "no writing", tools: ["write_file"], decision: "deny", why: "Read only today." },
  ];
  await world.server.operator.applyPolicy({ source: { version: 1, rules } });
  const { call } = await world.connect();
  expect((await call("list")).isError).toBeUndefined();
  const denied = await call("write_file", HELLO);
  expect(denied.isError).toBe(true);
  expect(textOf(denied)).toContain("no writing");
  expect(textOf(denied)).toContain("Read only today.");
  expect(world.runs()).toEqual([]);
});

test("arguments that are too long to be shown run where a rule allows them, and ask nobody", async () => {
  const world = await openWorld();
  const rules = [{ name: "notes", tools: ["write_file"], args: { "/path": { matches: "*.txt" } } }];
  const source = { version: 1, rules: [{ ...rules[0], decision: "allow" }] };
  await world.server.operator.applyPolicy({ source });
  const { call } = await world.connect();
  const content = "é".repeat(300_000);
  expect(textOf(await call("write_file", { path: "a.txt", content }))).toBe("Wrote a.txt");
  expect(world.file("a.txt")).toBe(content);
  const asked = await call("write_file", { path: "a.sh", content });
  expect(asked.isError).toBe(true);
  expect(textOf(asked)).toContain("no rule or permission allows them");
  expect(world.runs()).toHaveLength(1);
});

test("a result that is too long is refused by its name and size, and the connection goes on", async () => {
  const world = await openWorld();
  await world.server.operator.applyPolicy({ source: FREE });
  const { call } = await world.connect();
  const long = call("write_file", HELLO);
  const [large, refused, other] = await Promise.all([
    call("bytes", { count: 9_500_000 }),
    call("bytes", { count: 25_000_000 }),
    long,
  ]);
  expect(textOf(large)).toHaveLength(9_500_004);
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toMatch(/The call of bytes has run, and its result of 250\d+ bytes/);
  expect(textOf(other)).toBe("Wrote a.txt");
  expect(textOf(await call("list"))).toContain("a.txt");
});

test("progress that the server behind tells of comes through", async () => {
  const world = await openWorld();
  const rules = [{ name: "all", tools: ["*"], decision: "allow" }];
  await world.server.operator.applyPolicy({ source: { version: 1, rules } });
  const { client } = await world.connect();
  const told: unknown[] = [];
  const onprogress = (progress: unknown) => {
    told.push(progress);
    writeFileSync(join(world.folder, GO), "");
  };
  await client.callTool({ name: "steps", arguments: {} }, { onprogress });
  expect(told).toEqual([{ progress: 1, total: 2, message: "half" }]);
});

test("a result with structured content, and an error of the tool, go back as they are", async () => {
  const world = await openWorld();
  const rules = [{ name: "all", tools: ["*"], decision: "allow" }];
  await world.server.operator.applyPolicy({ source: { version: 1, rules } });
  const { call, client } = await world.connect();
  await client.listTools();
  await call("write_file", HELLO);
  expect((await call("read_file", { path: "a.txt" })).structuredContent).toEqual({
    content: "hello",
  });
  const failed = await call("read_file", { path: "none.txt" });
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).toContain("ENOENT");
  await expect(call("no_such_tool")).rejects.toThrow("Unknown tool: no_such_tool");
});

test("a rejection is an error with the person's reason, and nothing runs", async () => {
  const world = await openWorld();
  const { call } = await world.connect();
  const calling = call("write_file", HELLO);
  const { id } = await world.asked();
  await world.server.operator.reject({ id, reason: "That file belongs to Ana." });
  const result = await calling;
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("That file belongs to Ana.");
  expect(textOf(result)).not.toMatch(/again|retry/i);
  const told = textOf(await call("write_file", HELLO));
  expect(told).toContain(`when the same call was made before (request ${id})`);
  expect(world.runs()).toEqual([]);
});

test("words in place of a call are its result, told as a person's, and nothing runs", async () => {
  const world = await openWorld();
  const { call } = await world.connect();
  const calling = call("write_file", HELLO);
  const { id } = await world.asked();
  const text = "It is there already.\n  See line 3.";
  await world.server.operator.respond({ id, text });
  const result = await calling;
  expect(textOf(result)).toMatch(/a person's words, not the output of write_file/);
  expect(textOf(result).endsWith(text)).toBe(true);
  expect(world.runs()).toEqual([]);
});

test("edited arguments run, and the result says what was changed", async () => {
  const world = await openWorld();
  const { call } = await world.connect();
  const calling = call("write_file", HELLO);
  const { id, authorization } = await world.asked();
  const args = { ...HELLO, content: "good day" };
  const edited = digest.action({ ...authorization.action, args });
  await world.server.operator.approve({ id, digest: edited, args });
  const result = await calling;
  expect(world.file("a.txt")).toBe("good day");
  expect(textOf(result)).toContain("Wrote a.txt");
  expect(textOf(result)).toContain('"path":"/content"');
  expect(textOf(result)).toContain("changed by the person");
});

test("a call that nobody decides on is pending, and await_approval brings its result", async () => {
  const world = await openWorld({ holdMs: 0 });
  const { call, client } = await world.connect();
  await client.listTools();
  const parked = await call("read_file", { path: ".runs" });
  expect(parked.isError).toBeUndefined();
  const request = await world.asked();
  expect(parked.structuredContent).toMatchObject({
    status: "pending",
    request_id: request.id,
    next: { tool: "await_approval", arguments: { request_id: request.id } },
  });
  const again = await call("read_file", { path: ".runs" });
  expect(again.structuredContent).toMatchObject({ request_id: request.id });
  const pending = await call("await_approval", { request_id: request.id });
  expect(pending.structuredContent).toMatchObject({ status: "pending" });
  await world.approve(request);
  const failed = await call("await_approval", { request_id: request.id });
  expect(textOf(failed)).toContain("ENOENT");
  expect(await call("await_approval", { request_id: request.id })).toEqual(failed);
});

test("a call after its approval joins it; the next one asks again", async () => {
  const world = await openWorld({ holdMs: 0 });
  const { call } = await world.connect();
  await call("write_file", HELLO);
  const request = await world.asked();
  await world.approve(request);
  expect(textOf(await call("write_file", HELLO))).toBe("Wrote a.txt");
  const next = await call("write_file", HELLO);
  expect(next.structuredContent).toMatchObject({ status: "pending" });
  expect(next.structuredContent?.["request_id"]).not.toBe(request.id);
  expect(world.runs()).toHaveLength(1);
});

test("two identical calls at once are one request and one run, and both get its result", async () => {
  const world = await openWorld();
  const { call } = await world.connect();
  const calls = [call("write_file", HELLO), call("write_file", HELLO)];
  const request = await world.asked();
  await world.approve(request);
  for (const result of await Promise.all(calls)) expect(textOf(result)).toBe("Wrote a.txt");
  expect(world.runs()).toHaveLength(1);
});

test("a tool whose definition changes after the approval is refused, and that is logged", async () => {
  const world = await openWorld({ holdMs: 0 });
  const { call } = await world.connect();
  await call("write_file", HELLO);
  const request = await world.asked();
  await world.approve(request);
  writeFileSync(join(world.folder, DEFINITION), "Writes a file, and sends it elsewhere.");
  const result = await call("await_approval", { request_id: request.id });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("definition has changed");
  expect(world.runs()).toEqual([]);
  const { history } = await world.server.operator.show({ id: request.id });
  expect(history.map(({ type }) => type)).toContain("grant.refused");
});

const FREE = { version: 1, rules: [{ name: "all", tools: ["*"], decision: "allow" }] };

test.each([
  ["a rule", (world: World) => world.server.operator.applyPolicy({ source: FREE })],
  [
    "a standing permission",
    ({ server: { operator } }: World) =>
      operator.permit({
        scope: "pattern",
        agent: "proxied",
        tool: "write_file",
        typed: "write_file",
      }),
  ],
])("a tool that changes without a word does not run by %s any more", async (_, allow) => {
  const world = await openWorld({ holdMs: 0 });
  await allow(world);
  const { call } = await world.connect();
  expect(textOf(await call("write_file", HELLO))).toBe("Wrote a.txt");
  writeFileSync(join(world.folder, DEFINITION), "Writes a file, and sends it elsewhere.");
  const swapped = await call("write_file", HELLO);
  expect(swapped.structuredContent).toMatchObject({ status: "pending" });
  expect((await world.asked()).authorization.toolChanged).toBe(true);
  expect(world.runs()).toHaveLength(1);
});

test("a changed tool is shown as it was and as it is, and is known again only when it is pinned", async () => {
  const world = await openWorld();
  await world.server.operator.applyPolicy({ source: FREE });
  const { call } = await world.connect();
  await call("write_file", HELLO);
  writeFileSync(join(world.folder, DEFINITION), "Writes a file, and sends it elsewhere.");
  const swapped = call("write_file", HELLO);
  const request = await world.asked();
  const shown = await world.server.run("show", request.id);
  expect(shown.stdout).toMatch(/tool was +description "Writes a file\."/);
  expect(shown.stdout).toMatch(/tool is +description "Writes a file, and sends it elsewhere\."/);
  expect(shown.stdout).not.toContain("inputSchema");
  await world.approve(request);
  expect(textOf(await swapped)).toBe("Wrote a.txt");

  const next = call("write_file", { ...HELLO, path: "b.txt" });
  const again = await world.asked();
  expect(again.authorization.toolChanged).toBe(true);
  const hash = again.authorization.action.toolSchemaHash ?? "";
  const other = await world.server.run("pin", again.id, "--definition", "0".repeat(12));
  expect(other).toMatchObject({ code: 1, stdout: "" });
  const pinned = await world.server.run("pin", again.id, "--definition", hash.slice(0, 12));
  expect(pinned).toMatchObject({ code: 0 });
  await world.approve(again);
  await next;
  expect(textOf(await call("write_file", { ...HELLO, path: "c.txt" }))).toBe("Wrote c.txt");
});

test("nobody is left to decide on a tool that has changed without a word", async () => {
  const world = await openWorld({ holdMs: 0 });
  const { client, call } = await world.connect();
  await client.listTools();
  writeFileSync(join(world.folder, DEFINITION), "Writes a file, and sends it elsewhere.");
  const { structuredContent } = await call("write_file", HELLO);
  const { tools } = await client.listTools();
  const [open, former] = (await world.server.operator.list({})).items;
  expect(open).toMatchObject({ id: structuredContent?.["request_id"], status: "open" });
  expect(former?.status).toBe("cancelled");
  const hash = tools.find(({ name }) => name === "write_file")?._meta?.["earshot/tool-hash"];
  expect(open).toMatchObject({ authorization: { action: { toolSchemaHash: hash } } });
});

test("a tool that changes while a rule allows its call does not run", async () => {
  const world = await openWorld();
  await world.server.operator.applyPolicy({ source: FREE });
  writeFileSync(join(world.folder, RESTLESS), "");
  const { call } = await world.connect();
  const result = await call("write_file", HELLO);
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("definition has changed");
  expect(world.runs()).toEqual([]);
});

test("the server behind gets the environment without Earshot's key and address", async () => {
  const world = await openWorld();
  const rules = [{ name: "all", tools: ["*"], decision: "allow" }];
  await world.server.operator.applyPolicy({ source: { version: 1, rules } });
  const env = { EARSHOT_URL: world.server.url(), EARSHOT_KEY: "ear_live_x", FROM_CLIENT: "1" };
  const { call } = await world.start({ env });
  const names = textOf(await call("environment")).split("\n");
  expect(names).toContain("FROM_CLIENT");
  const marks = Object.keys(markVariables());
  const ours = names.filter((name) => name.startsWith("EARSHOT_"));
  expect(ours.filter((name) => !marks.includes(name))).toEqual([]);
});

test("calls of a named session are sought, and redeemed, for it", async () => {
  const world = await openWorld();
  const { call } = await world.connect({ options: ["--session", "nightly"] });
  const calling = call("write_file", HELLO);
  const request = await world.asked();
  expect(request.authorization.action.session).toBe("nightly");
  await world.approve(request);
  expect(textOf(await calling)).toBe("Wrote a.txt");
});

test("a server of the first generation of the SDK, with structured results, is stood in front of", async () => {
  const examples = "node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server";
  const weather = join(ROOT, examples, "mcpServerOutputSchema.js");
  const world = await openWorld({ holdMs: 0 });
  const { call, client } = await world.connect({ behind: ["--", process.execPath, weather] });
  await client.listTools();
  const args = { city: "Lyon", country: "FR" };
  const parked = await call("get_weather", args);
  expect(parked.structuredContent).toMatchObject({ status: "pending" });
  await world.approve(await world.asked());
  const { structuredContent } = await call("get_weather", args);
  expect(structuredContent).toMatchObject({ humidity: expect.any(Number) });
});

test("await_approval brings nothing of what is not there, or not the agent's", async () => {
  const world = await openWorld({ holdMs: 0 });
  const { call } = await world.connect();
  const asked = await world.server.agent.authorize({
    tool: "write_file",
    args: HELLO,
    reason: "As another agent.",
  });
  for (const request_id of ["req_01k00000000000000000000000", asked.request.id]) {
    const result = await call("await_approval", { request_id });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(request_id);
  }
});
