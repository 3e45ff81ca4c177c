import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { openServer, PROGRAM, type TestServer } from "../support/cli.ts";
import { newPerson } from "../support/init.ts";

/*
 * What every client is given, against the form that its maker documents: see
 * docs/guides/mcp-clients.md. Each is written out here in full, apart from the code that makes it.
 */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const COMMAND = process.execPath;
const argsFor = (client: string) => [
  PROGRAM,
  "mcp",
  "--data",
  server.data,
  "--key-file",
  `${server.data}/keys/${client}.key`,
];

interface Case {
  readonly client: string;
  readonly scope: "project" | "user";
  readonly file: string;
  readonly parse: (text: string) => unknown;
  readonly holds: () => unknown;
}

const stdio = (client: string) => ({ type: "stdio", command: COMMAND, args: argsFor(client) });
const untyped = (client: string) => ({ command: COMMAND, args: argsFor(client) });
const cline = "project/../.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings";
const openCode = (client: string) => ({
  type: "local",
  command: [COMMAND, ...argsFor(client)],
});
const continueBlock = () => ({
  name: "Earshot",
  version: "0.0.1",
  schema: "v1",
  mcpServers: [{ name: "earshot", ...stdio("continue") }],
});

const CASES: readonly Case[] = [
  {
    client: "claude-code",
    scope: "project",
    file: "project/.mcp.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: stdio("claude-code") } }),
  },
  {
    client: "claude-code",
    scope: "user",
    file: ".claude.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: stdio("claude-code") } }),
  },
  {
    client: "claude-desktop",
    scope: "user",
    file: ".config/Claude/claude_desktop_config.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: untyped("claude-desktop") } }),
  },
  {
    client: "cursor",
    scope: "project",
    file: "project/.cursor/mcp.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: untyped("cursor") } }),
  },
  {
    client: "cursor",
    scope: "user",
    file: ".cursor/mcp.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: untyped("cursor") } }),
  },
  {
    client: "vscode",
    scope: "project",
    file: "project/.vscode/mcp.json",
    parse: JSON.parse,
    holds: () => ({ servers: { earshot: stdio("vscode") } }),
  },
  {
    client: "vscode",
    scope: "user",
    file: ".config/Code/User/mcp.json",
    parse: JSON.parse,
    holds: () => ({ servers: { earshot: stdio("vscode") } }),
  },
  {
    client: "codex",
    scope: "project",
    file: "project/.codex/config.toml",
    parse: parseToml,
    holds: () => ({ mcp_servers: { earshot: untyped("codex") } }),
  },
  {
    client: "codex",
    scope: "user",
    file: ".codex/config.toml",
    parse: parseToml,
    holds: () => ({ mcp_servers: { earshot: untyped("codex") } }),
  },
  {
    client: "gemini-cli",
    scope: "project",
    file: "project/.gemini/settings.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: untyped("gemini-cli") } }),
  },
  {
    client: "opencode",
    scope: "project",
    file: "project/opencode.json",
    parse: JSON.parse,
    holds: () => ({
      $schema: "https://opencode.ai/config.json",
      mcp: { servers: { earshot: openCode("opencode") } },
    }),
  },
  {
    client: "opencode-v1",
    scope: "user",
    file: ".config/opencode/opencode.json",
    parse: JSON.parse,
    holds: () => ({
      $schema: "https://opencode.ai/config.json",
      mcp: { earshot: { ...openCode("opencode-v1"), enabled: true } },
    }),
  },
  {
    client: "zed",
    scope: "project",
    file: "project/.zed/settings.json",
    parse: JSON.parse,
    holds: () => ({ context_servers: { earshot: untyped("zed") } }),
  },
  {
    client: "zed",
    scope: "user",
    file: ".config/zed/settings.json",
    parse: JSON.parse,
    holds: () => ({ context_servers: { earshot: untyped("zed") } }),
  },
  {
    client: "goose",
    scope: "user",
    file: ".config/goose/config.yaml",
    parse: parseYaml,
    holds: () => ({
      extensions: {
        earshot: {
          enabled: true,
          name: "earshot",
          description: "Asks a person and waits for the answer",
          timeout: 300,
          type: "stdio",
          cmd: COMMAND,
          args: argsFor("goose"),
          envs: {},
        },
      },
    }),
  },
  {
    client: "windsurf",
    scope: "user",
    file: ".codeium/windsurf/mcp_config.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: untyped("windsurf") } }),
  },
  {
    client: "cline",
    scope: "user",
    file: `${cline}/cline_mcp_settings.json`,
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: { ...untyped("cline"), disabled: false } } }),
  },
  {
    client: "cline-cli",
    scope: "user",
    file: ".cline/data/settings/cline_mcp_settings.json",
    parse: JSON.parse,
    holds: () => ({ mcpServers: { earshot: { ...untyped("cline-cli"), disabled: false } } }),
  },
  {
    client: "continue",
    scope: "project",
    file: "project/.continue/mcpServers/earshot.yaml",
    parse: parseYaml,
    holds: continueBlock,
  },
  {
    client: "continue",
    scope: "user",
    file: ".continue/mcpServers/earshot.yaml",
    parse: parseYaml,
    holds: continueBlock,
  },
];

describe.each(CASES)("$client for the $scope", ({ client, scope, file, parse, holds }) => {
  test("gets what its maker documents, and no secret", async () => {
    const person = newPerson();
    const options = ["--scope", scope, "--yes", "--data", server.data];
    const made = await person.run("init", client, ...options);
    expect(made, made.stderr).toMatchObject({ code: 0, stdout: "" });
    const text = person.read(file);
    expect(JSON.parse(JSON.stringify(parse(text)))).toEqual(holds());
    expect(text + made.stderr).not.toMatch(/ear_live_\w/);
  });
});

test("every client of the list is tried here", async () => {
  const { stdout } = await newPerson().run("init", "--list", "--json");
  const { clients } = JSON.parse(stdout) as { clients: { id: string }[] };
  expect(new Set(clients.map(({ id }) => id))).toEqual(new Set(CASES.map(({ client }) => client)));
});

test("each client is an agent of its own, whose key holds as long as it waits", async () => {
  const person = newPerson();
  for (const client of ["claude-code", "zed"]) {
    await person.run("init", client, "--yes", "--data", server.data);
  }
  const { items } = await server.operator.listKeys();
  const holdOf = (name: string) =>
    items.find(({ principal }) => principal.name === name && principal.kind === "agent")?.key
      .holdMs;
  expect([holdOf("claude-code"), holdOf("zed")]).toEqual([100_000, 25_000]);
});
