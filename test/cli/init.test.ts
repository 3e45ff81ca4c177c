import { readFileSync, statSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { createClient } from "../../src/client/client.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { PROGRAM, ROOT, type TestServer, testServer } from "../support/cli.ts";
import { newPerson, type Person } from "../support/init.ts";
import { CTRL_D, ENTER, openPty } from "../support/pty.ts";

/* What `earshot init` does to the files of a person, and what it leaves alone. */

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const keyOf = (server: TestServer, client: string) =>
  readFileSync(`${server.data}/keys/${client}.key`, "utf8").trim();
const initFor = (person: Person, server: TestServer) => ({
  init: (...args: string[]) => person.run("init", ...args, "--yes", "--data", server.data),
  look: (...args: string[]) => person.run("init", ...args, "--data", server.data),
});

const FILES: readonly { client: string; file: string; text: string }[] = [
  {
    client: "cursor",
    file: "project/.cursor/mcp.json",
    text: '{\r\n\t"mcpServers": {\r\n\t\t"other": {"command": "x",   "args": []}\r\n\t}\r\n}\r\n',
  },
  {
    client: "vscode",
    file: "project/.vscode/mcp.json",
    text: '{\n    // mine\n    "servers": {\n        "other": { "command": "x" }, // keep\n    },\n    "inputs": [],\n}\n',
  },
  {
    client: "codex",
    file: "project/.codex/config.toml",
    text: '# mine\nmodel = "o9"  # the best\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "[a]", # not a table\n]\n\n# of the tools\n[tools]\nweb = true\n',
  },
  {
    client: "goose",
    file: ".config/goose/config.yaml",
    text: '# mine\nGOOSE_MODEL: "gpt"  # the best\n\nextensions:\n  # built in\n  developer:\n    enabled: true\n    args: ["a", \'b\']\nGOOSE_MODE: auto\n',
  },
];

test.each([
  ["claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"],
  ["codex", "CODEX_HOME", "config.toml"],
])("%s is set up where %s says that it looks", async (client, variable, file) => {
  const [server, person] = [await testServer(), newPerson()];
  const moved = person.with({ [variable]: person.path("moved") });
  person.write("moved/keep", "");
  const { init } = initFor(moved, server);
  expect(await init(client, "--scope", "user")).toMatchObject({ code: 0 });
  expect(person.read(`moved/${file}`)).toContain("earshot");
  expect(person.has(".claude.json")).toBe(false);
  expect(person.has(".codex/config.toml")).toBe(false);
  expect(await init(client, "--scope", "user", "--remove")).toMatchObject({ code: 0 });
  expect(person.has(".claude/settings.json")).toBe(false);
});

test("a folder that is not absolute is the client's, seen from where it runs", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person.with({ CODEX_HOME: "moved" }), server);
  expect(await init("codex", "--scope", "user")).toMatchObject({ code: 0 });
  expect(person.read("project/moved/config.toml")).toContain("earshot");
});

test("a time-out that somebody has given the hook of Claude Code stays", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person, server);
  const file = "project/.claude/settings.local.json";
  expect(await init("claude-code")).toMatchObject({ code: 0 });
  expect(person.read(file)).toContain('"timeout": 120');
  const changed = person.read(file).replace("120", "3600");
  person.write(file, changed);
  expect(await init("claude-code")).toMatchObject({ stderr: "There is nothing to change.\n" });
  expect(person.read(file)).toBe(changed);
});

test.each(FILES)("$client keeps what is in its file, and gets it back", async (given) => {
  const { client, file, text } = given;
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person, server);
  person.write(file, text);
  expect(await init(client)).toMatchObject({ code: 0 });
  const once = person.read(file);
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.includes("other"));
  for (const line of lines) expect(once).toContain(line.trim());
  expect(once).toContain("--key-file");

  const again = await init(client);
  expect(again).toMatchObject({ code: 0, stderr: "There is nothing to change.\n" });
  expect(person.read(file)).toBe(once);

  expect(await init(client, "--remove")).toMatchObject({ code: 0 });
  expect(person.read(file)).toBe(text);
});

const UNREADABLE = [
  { client: "claude-code", file: "project/.mcp.json", text: '{"mcpServers": {' },
  { client: "cursor", file: "project/.cursor/mcp.json", text: "{} // Cursor reads no comments" },
  { client: "claude-code", file: "project/.claude/settings.local.json", text: "{'hooks': 1}" },
  { client: "zed", file: "project/.zed/settings.json", text: '["a list"]' },
  { client: "vscode", file: "project/.vscode/mcp.json", text: '{"servers": []}' },
  { client: "gemini-cli", file: "project/.gemini/settings.json", text: '{"mcpServers": "none"}' },
  { client: "codex", file: "project/.codex/config.toml", text: "model = o9" },
  { client: "codex", file: "project/.codex/config.toml", text: "mcp_servers = { a = {} }\n" },
  { client: "goose", file: ".config/goose/config.yaml", text: "a: [1\nb: 2" },
];

test.each(UNREADABLE)("$client: $text stays as it is", async ({ client, file, text }) => {
  const person = newPerson();
  person.write(file, text);
  const refused = await person.run("init", client, "--yes");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(person.path(file));
  expect(person.read(file)).toBe(text);
  expect(person.has("project/.earshot")).toBe(false);
});

test("a dry run shows everything and writes nothing, not even a data folder", async () => {
  const person = newPerson();
  const shown = await person.run("init", "claude-code", "--dry-run");
  expect(shown).toMatchObject({ code: 0, stdout: "" });
  for (const part of [".mcp.json (new)", "hook claude-code", "SKILL.md (new)", "agent claude-code"])
    expect(shown.stderr).toContain(part);
  for (const file of [".mcp.json", ".claude", ".earshot"])
    expect(person.has(`project/${file}`)).toBe(false);
});

test("without a terminal and without --yes nothing is written", async () => {
  const person = newPerson();
  const refused = await person.run("init", "cursor");
  expect(refused.code).toBe(69);
  expect(refused.stderr).toContain("--yes");
  expect(person.has("project/.cursor")).toBe(false);
  expect(person.has("project/.earshot")).toBe(false);
});

test("at a terminal it asks first, and only a yes is a yes", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const args = [PROGRAM, "init", "cursor", "--scope", "user", "--data", server.data];
  const ask = async (answer: string) => {
    const pty = openPty(args, { env: { HOME: person.home } });
    await pty.see("Write this? [y/N]");
    pty.type(answer);
    return (await pty.exited).code;
  };
  for (const no of [ENTER, `n${ENTER}`, `yellow${ENTER}`, CTRL_D]) {
    expect(await ask(no)).toBe(1);
    expect(person.has(".cursor")).toBe(false);
  }
  expect(await ask(`y${ENTER}`)).toBe(0);
  expect(person.has(".cursor/mcp.json")).toBe(true);
});

test("a server is started where none runs, and the key works there", async () => {
  const person = newPerson();
  expect(await person.run("init", "cursor", "--yes")).toMatchObject({ code: 0 });
  const { url } = JSON.parse(person.read("project/.earshot/server.json"));
  const key = person.read("project/.earshot/keys/cursor.key").trim();
  const { principal, rights } = await createClient({ url, key }).whoami();
  expect(principal).toMatchObject({ kind: "agent", name: "cursor" });
  expect(rights).not.toContain("answer");
  expect(modeOf(person.path("project/.earshot/keys"))).toBe("700");
  expect(modeOf(person.path("project/.earshot/keys/cursor.key"))).toBe("600");
  expect(person.read("project/.earshot/.gitignore")).toBe("*\n");
  expect(person.read("project/.earshot/keys/.gitignore")).toBe("*\n");
  expect(await person.run("stop")).toMatchObject({ code: 0 });
});

test("Claude Code gets the hook and the skill beside what is there, and loses only those", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person, server);
  const mine = { matcher: "Bash", hooks: [{ type: "command", command: "mine" }] };
  const settings = { permissions: { deny: ["Read(.env)"] }, hooks: { PermissionRequest: [mine] } };
  const text = `${JSON.stringify(settings, null, 4)}\n`;
  person.write("project/.claude/settings.local.json", text);
  expect(await init("claude-code")).toMatchObject({ code: 0 });
  const after = JSON.parse(person.read("project/.claude/settings.local.json"));
  expect(after.permissions).toEqual(settings.permissions);
  expect(after.hooks.PermissionRequest).toEqual([
    mine,
    {
      matcher: "*",
      hooks: [
        {
          type: "command",
          command: expect.stringMatching(/ hook claude-code --data .* --key-file .*\.key$/),
          timeout: 120,
        },
      ],
    },
  ]);
  const skill = person.read("project/.claude/skills/ask-a-person/SKILL.md");
  expect(skill).toMatch(/^---\n+name: ask-a-person\ndescription: \S/);
  expect(await init("claude-code")).toMatchObject({ stderr: "There is nothing to change.\n" });

  expect(await init("claude-code", "--remove")).toMatchObject({ code: 0 });
  expect(person.read("project/.claude/settings.local.json")).toBe(text);
  expect(person.has("project/.mcp.json")).toBe(false);
  expect(person.has("project/.claude/skills/ask-a-person/SKILL.md")).toBe(false);
});

test("the hook and the skill can be left out, and a skill of one's own stays", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person, server);
  expect(await init("claude-code", "--no-hook", "--no-skill")).toMatchObject({ code: 0 });
  expect(person.has("project/.claude")).toBe(false);
  person.write("project/.claude/skills/ask-a-person/SKILL.md", "mine");
  expect(await init("claude-code")).toMatchObject({ code: 0 });
  expect(person.read("project/.claude/skills/ask-a-person/SKILL.md")).toBe("mine");
});

test("--remove revokes the key, and setting up again makes another", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person, server);
  await init("cursor");
  const first = keyOf(server, "cursor");
  expect(await init("cursor", "--remove")).toMatchObject({ code: 0 });
  const old = createClient({ url: server.url(), key: first });
  await expect(old.whoami()).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect((await init("cursor", "--remove")).stderr).toContain("nothing to take out");
  await init("cursor");
  expect(keyOf(server, "cursor")).not.toBe(first);
});

test("a key that was revoked elsewhere is replaced", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { init } = initFor(person, server);
  await init("cursor");
  const first = keyOf(server, "cursor");
  const text = person.read("project/.cursor/mcp.json");
  const { items } = await server.operator.listKeys();
  const id = items.find(({ principal }) => principal.name === "cursor")?.key.id ?? "key_none";
  await server.operator.revokeKey({ id });
  expect(await init("cursor")).toMatchObject({ code: 0 });
  expect(keyOf(server, "cursor")).not.toBe(first);
  expect(person.read("project/.cursor/mcp.json")).toBe(text);
});

const REMOTE = [
  {
    client: "claude-code",
    scope: "project",
    file: "project/.mcp.json",
    entry: (url: string) => ({
      type: "http",
      url: `${url}/mcp`,
      headers: { Authorization: "Bearer $" + "{EARSHOT_KEY}" },
    }),
  },
  {
    client: "cursor",
    scope: "user",
    file: ".cursor/mcp.json",
    entry: (url: string, key: string) => ({
      url: `${url}/mcp`,
      headers: { Authorization: `Bearer ${key}` },
    }),
  },
];

test.each(REMOTE)("--url: $client for the $scope calls it over HTTP", async (given) => {
  const { client, scope, file, entry } = given;
  const server = await testServer();
  const person = newPerson({ EARSHOT_KEY: server.key("operator") });
  const args = ["init", client, "--yes", "--scope", scope, "--url", server.url(), "--no-skill"];
  const made = await person.run(...args);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const { host } = new URL(server.url());
  const key = person.read(`project/.earshot/keys/${client}@${host.replace(":", "_")}.key`).trim();
  const text = person.read(file);
  expect(JSON.parse(text).mcpServers.earshot).toEqual(entry(server.url(), key));
  expect(modeOf(person.path(file))).toBe(scope === "user" ? "600" : "644");
  expect(made.stderr).not.toContain(key);
  expect(person.has("project/.earshot/server.json")).toBe(false);
});

test("the operator's key of a folder goes to no other server, and none in the open", async () => {
  const person = newPerson();
  const elsewhere = await person.run("init", "cursor", "--yes", "--url", "https://example.com");
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.stderr).toContain("EARSHOT_KEY");
  const open = await person.run("init", "cursor", "--yes", "--url", "http://example.com");
  expect(open.code).toBe(1);
  expect(open.stderr).toContain("https://");
  expect(person.has("project/.cursor")).toBe(false);
});

test("a link to a file stays a link, and the file keeps its mode", async () => {
  const [server, person] = [await testServer(), newPerson()];
  person.write("dotfiles/mcp.json", "{}\n");
  person.write(".cursor/other", "");
  symlinkSync(person.path("dotfiles/mcp.json"), person.path(".cursor/mcp.json"));
  expect(await initFor(person, server).init("cursor", "--scope", "user")).toMatchObject({
    code: 0,
  });
  expect(JSON.parse(person.read("dotfiles/mcp.json")).mcpServers).toHaveProperty("earshot");
});

test("the skill names tools that there are, and what its readers allow", () => {
  const skill = readFileSync(`${ROOT}/skills/ask-a-person/SKILL.md`, "utf8");
  const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
  const { name, description, ...others } = parseYaml(front);
  expect({ name, others }).toEqual({ name: "ask-a-person", others: {} });
  expect(description.length).toBeLessThanOrEqual(1_024);
  const tools: readonly string[] = TOOL_SETS.interaction.map((tool) => tool.name);
  for (const tool of ["ask_human", "await_response", "check_messages", "cancel_request"]) {
    expect(skill).toContain(`\`${tool}\``);
    expect(tools).toContain(tool);
  }
});

test("what can only be a mistake is refused", async () => {
  const person = newPerson();
  expect(await person.run("init")).toMatchObject({ code: 2 });
  expect(await person.run("init", "emacs")).toMatchObject({ code: 2 });
  const name = await person.run("init", "cursor", "--yes", "--name", "a b");
  expect(name).toMatchObject({ code: 1 });
  const scope = await person.run("init", "goose", "--yes", "--scope", "project");
  expect(scope).toMatchObject({ code: 1 });
  expect(scope.stderr).toContain("--scope user");
});
