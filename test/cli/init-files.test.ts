import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type TestServer } from "../support/cli.ts";
import { newPerson, type Person } from "../support/init.ts";

/* Which files `earshot init` makes and takes away, and which are somebody's. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

async function init(person: Person, ...args: string[]): Promise<void> {
  const made = await person.run("init", ...args, "--yes", "--data", server.data);
  expect(made, made.stderr).toMatchObject({ code: 0 });
}

const OWN = [
  { client: "cursor", file: "project/.cursor/mcp.json" },
  { client: "opencode", file: "project/opencode.json" },
  { client: "codex", file: "project/.codex/config.toml" },
  { client: "goose", file: ".config/goose/config.yaml" },
  { client: "continue", file: "project/.continue/mcpServers/earshot.yaml" },
];

test.each(OWN)("$client: a file that it made goes with it", async ({ client, file }) => {
  const person = newPerson();
  await init(person, client);
  expect(person.has(file)).toBe(true);
  await init(person, client, "--remove");
  expect(person.has(file)).toBe(false);
});

const COMMENTED = [
  { client: "vscode", file: "project/.vscode/mcp.json", text: "{\n  // mine\n}\n" },
  { client: "codex", file: "project/.codex/config.toml", text: "# mine\n" },
  { client: "goose", file: ".config/goose/config.yaml", text: "# mine\n" },
];

test.each(COMMENTED)("$client: a comment stays, and so does its file", async (given) => {
  const { client, file, text } = given;
  const person = newPerson();
  person.write(file, text);
  await init(person, client);
  await init(person, client, "--remove");
  expect(person.read(file)).toContain("mine");
  expect(person.read(file)).not.toContain("earshot");
});

test("a linked file is written and not unlinked", async () => {
  const person = newPerson();
  person.write("dotfiles/mcp.json", "{}\n");
  mkdirSync(person.path(".cursor"));
  const link = person.path(".cursor/mcp.json");
  symlinkSync(person.path("dotfiles/mcp.json"), link);
  await init(person, "cursor", "--scope", "user");
  await init(person, "cursor", "--scope", "user", "--remove");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(JSON.parse(person.read("dotfiles/mcp.json"))).toEqual({});
});

test("empty settings that never had the hook stay", async () => {
  const person = newPerson();
  const settings = "project/.claude/settings.local.json";
  await init(person, "claude-code", "--no-hook");
  person.write(settings, "{}\n");
  await init(person, "claude-code", "--remove");
  expect(person.read(settings)).toBe("{}\n");
});

test("a project's shared settings get no hook, and its paths are told of", async () => {
  const person = newPerson();
  const options = ["--yes", "--data", server.data];
  const { stderr } = await person.run("init", "claude-code", ...options);
  expect(person.has("project/.claude/settings.json")).toBe(false);
  expect(person.read("project/.claude/settings.local.json")).toContain("hook claude-code");
  expect(stderr).toContain("paths of this machine");
  const mine = await person.run("init", "claude-code", "--scope", "user", ...options);
  expect(person.read(".claude/settings.json")).toContain("hook claude-code");
  expect(mine.stderr).not.toContain("paths of this machine");
});

test("git ignores a data folder, and keeps what others ignore", async () => {
  expect(readFileSync(`${server.data}/.gitignore`, "utf8")).toBe("*\n");
  expect(statSync(`${server.data}/.gitignore`).mode & 0o777).toBe(0o600);
  for (const [name, text] of [
    [".gitignore", "mine\n"],
    ["package.json", "{}"],
  ] as const) {
    const person = newPerson();
    writeFileSync(`${person.project}/${name}`, text);
    await person.run("init", "cursor", "--yes", "--data", ".");
    await person.run("stop", "--data", ".");
    expect(person.has("project/.gitignore")).toBe(name === ".gitignore");
    expect(person.read(`project/${name}`)).toBe(text);
  }
});
