import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { guard } from "../../src/guard/index.ts";
import { realPaths } from "../../src/system/paths/real-paths.ts";
import { hookHere } from "../support/claude-code.ts";
import { eventually, openServer, type TestServer, testFolder } from "../support/cli.ts";

/* Rules about folders see where a path leads on the agent's machine, whatever links are called. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

let folder = "";
/** `app` is what a rule allows, `outside` is beside it. */
beforeEach(() => {
  folder = realpathSync(testFolder());
  for (const name of ["app", "outside"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "outside", "key"), "secret");
});

const RESOLVE = realPaths(["/path"]);
const realOf = async (path: unknown) => (await realPaths(["/path"], folder)({ path })).path;

async function allowWithin(tool: string): Promise<void> {
  const when = `path(args.path).within("${join(folder, "app")}")`;
  const rules = [
    { name: "in its folder", tools: [tool], when, decision: "allow" },
    { name: "nowhere else", tools: [tool], decision: "deny" },
  ];
  await server.operator.applyPolicy({ source: { version: 2, rules } });
}

test("a path is what it leads to: by links, by .., from a folder, and where nothing is yet", async () => {
  symlinkSync(join(folder, "outside"), join(folder, "app", "out"));
  symlinkSync(join(folder, "outside", "new"), join(folder, "app", "dangling"));
  symlinkSync("loop", join(folder, "app", "loop"));
  const at = (...names: readonly string[]) => join(folder, ...names);
  expect(await realOf("app/out/key")).toBe(at("outside", "key"));
  expect(await realOf(at("app", "out", "later", "file"))).toBe(at("outside", "later", "file"));
  expect(await realOf(at("app", "dangling"))).toBe(at("outside", "new"));
  expect(await realOf(at("app", "..", "outside"))).toBe(at("outside"));
  expect(await realOf([at("app", "x"), at("app", "out")])).toEqual([at("app", "x"), at("outside")]);
  expect(await realOf(7)).toBe(7);
  for (const path of [at("app", "loop"), "a\0b"]) {
    await expect(realOf(path)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  }
});

test("the guard seeks and runs what a path leads to, and no rule about a folder is got around by a link", async () => {
  await allowWithin("read");
  symlinkSync(join(folder, "outside"), join(folder, "app", "out"));
  const ran: string[] = [];
  const read = guard(async ({ path }: { path: string }) => ran.push(path), {
    earshot: server.agent,
    tool: "read",
    reason: "It is needed.",
    resolve: RESOLVE,
  });
  const stolen = read({ path: join(folder, "app", "out", "key") });
  await expect(stolen).rejects.toMatchObject({ code: "NOT_APPROVED" });
  await read({ path: join(folder, "app", ".", "notes") });
  expect(ran).toEqual([join(folder, "app", "notes")]);
});

test("a link that comes while people look at a call keeps it from running", async () => {
  const ran: string[] = [];
  const write = guard(async ({ path }: { path: string }) => ran.push(path), {
    earshot: server.agent,
    tool: "write_there",
    reason: "It is needed.",
    resolve: RESOLVE,
  });
  const writing = write({ path: join(folder, "app", "drafts", "a") });
  writing.catch(() => {});
  const { items } = await eventually(async () => {
    const found = await server.operator.list({ status: "open" });
    return found.items.length > 0 ? found : undefined;
  });
  symlinkSync(join(folder, "outside"), join(folder, "app", "drafts"));
  for (const item of items) {
    if (item.kind !== "authorization") continue;
    await server.operator.approve({ id: item.id, digest: item.authorization.digest });
  }
  await expect(writing).rejects.toMatchObject({ code: "GRANT_REFUSED" });
  expect(ran).toEqual([]);
  rmSync(join(folder, "app", "drafts"));
});

test("the hook of Claude Code resolves the paths of its tools, and leaves those of servers", async () => {
  await allowWithin("Read");
  symlinkSync(join(folder, "outside", "key"), join(folder, "app", "innocent"));
  const rules = [
    {
      name: "in",
      tools: ["Read"],
      when: `path(args.file_path).within("${join(folder, "app")}")`,
      decision: "allow",
    },
    { name: "servers", tools: ["mcp__*"], decision: "allow", other_args: "any" },
    { name: "else", tools: ["Read"], decision: "deny" },
  ];
  await server.operator.applyPolicy({ source: { version: 2, rules } });
  const call = (tool_name: string, file_path: string) =>
    hookHere(server.agent, { tool_name, tool_input: { file_path }, cwd: folder });
  expect(await call("Read", join(folder, "app", "innocent"))).toMatchObject({ is: "deny" });
  expect(await call("Read", "app/plain")).toMatchObject({
    is: "allow",
    input: { file_path: join(folder, "app", "plain") },
  });
  expect(await call("mcp__files__read", join(folder, "app", "innocent"))).toMatchObject({
    is: "allow",
    input: { file_path: join(folder, "app", "innocent") },
  });
});
