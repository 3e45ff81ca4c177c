import { join } from "node:path";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Launch, McpClient, Remote } from "./client.ts";
import type { ClientId } from "./client-ids.ts";
import { jsonWithComments, strictJson } from "./json-config.ts";
import { tomlConfig } from "./toml-config.ts";
import { yamlConfig } from "./yaml-config.ts";

/** The variable from which clients take the key if their file must not hold it. */
export const KEY_VARIABLE = "EARSHOT_KEY";
const SHELL_STYLE = `\${${KEY_VARIABLE}}`;
const ENV_STYLE = `\${env:${KEY_VARIABLE}}`;

/** The form that most clients share. */
function plainLaunch({ command, args, env }: Launch): JsonObject {
  return { command, args, ...present({ env: Object.keys(env).length === 0 ? undefined : env }) };
}

function typedLaunch(launch: Launch): JsonObject {
  return { type: "stdio", ...plainLaunch(launch) };
}

function bearer(key: string): JsonObject {
  return { Authorization: `Bearer ${key}` };
}

const inServers = (name: string) => ["mcpServers", name];

const claudeCode: McpClient = {
  id: "claude-code",
  title: "Claude Code",
  hold: "claude-code",
  format: strictJson,
  files: {
    project: ({ project }) => join(project, ".mcp.json"),
    user: ({ home, claude }) => join(claude ?? home, ".claude.json"),
  },
  path: inServers,
  launched: typedLaunch,
  reached: ({ url, secret }) => ({
    type: "http",
    url,
    headers: bearer(secret ?? SHELL_STYLE),
  }),
  reload: "Restart Claude Code; /mcp shows the server.",
};

const claudeDesktop: McpClient = {
  id: "claude-desktop",
  title: "Claude Desktop",
  hold: "generic",
  format: strictJson,
  files: { user: ({ applications }) => join(applications, "Claude", "claude_desktop_config.json") },
  path: inServers,
  launched: plainLaunch,
  reload: "Quit Claude Desktop and open it again.",
};

const cursor: McpClient = {
  id: "cursor",
  title: "Cursor",
  hold: "cursor",
  format: strictJson,
  files: {
    project: ({ project }) => join(project, ".cursor", "mcp.json"),
    user: ({ home }) => join(home, ".cursor", "mcp.json"),
  },
  path: inServers,
  launched: plainLaunch,
  reached: ({ url, secret }) => ({ url, headers: bearer(secret ?? ENV_STYLE) }),
  reload: "Reload the window; the settings of Cursor list the server under MCP.",
};

const vscode: McpClient = {
  id: "vscode",
  title: "VS Code",
  hold: "generic",
  format: jsonWithComments,
  files: {
    project: ({ project }) => join(project, ".vscode", "mcp.json"),
    user: ({ applications }) => join(applications, "Code", "User", "mcp.json"),
  },
  path: (name) => ["servers", name],
  launched: typedLaunch,
  reached: ({ url, secret }) =>
    secret === undefined ? undefined : { type: "http", url, headers: bearer(secret) },
  reload: "Run the command “MCP: List Servers” and start it there.",
};

const codex: McpClient = {
  id: "codex",
  title: "Codex",
  hold: "codex",
  format: tomlConfig,
  files: {
    project: ({ project }) => join(project, ".codex", "config.toml"),
    user: ({ codex }) => join(codex, "config.toml"),
  },
  path: (name) => ["mcp_servers", name],
  launched: plainLaunch,
  reached: ({ url, secret }) =>
    secret === undefined
      ? { url, bearer_token_env_var: KEY_VARIABLE }
      : { url, http_headers: bearer(secret) },
  reload: "Restart Codex; /mcp shows the server. A project's file counts once it is trusted.",
};

const geminiCli: McpClient = {
  id: "gemini-cli",
  title: "Gemini CLI",
  hold: "generic",
  format: jsonWithComments,
  files: {
    project: ({ project }) => join(project, ".gemini", "settings.json"),
    user: ({ home }) => join(home, ".gemini", "settings.json"),
  },
  path: inServers,
  launched: plainLaunch,
  reached: ({ url, secret }) => ({
    httpUrl: url,
    headers: bearer(secret ?? SHELL_STYLE),
  }),
  reload: "Restart Gemini CLI; /mcp shows the server.",
};

function openCodeLaunch({ command, args, env }: Launch): JsonObject {
  const environment = Object.keys(env).length === 0 ? {} : { environment: env };
  return { type: "local", command: [command, ...args], ...environment };
}

function openCodeRemote({ url, secret }: Remote): JsonObject {
  return { type: "remote", url, headers: bearer(secret ?? `{env:${KEY_VARIABLE}}`) };
}

const openCode: McpClient = {
  id: "opencode",
  title: "OpenCode",
  hold: "generic",
  format: jsonWithComments,
  files: {
    project: ({ project }) => join(project, "opencode.json"),
    user: ({ home }) => join(home, ".config", "opencode", "opencode.json"),
  },
  path: (name) => ["mcp", "servers", name],
  launched: openCodeLaunch,
  reached: openCodeRemote,
  frame: { $schema: "https://opencode.ai/config.json" },
  reload: "Restart OpenCode.",
};

const openCodeFirst: McpClient = {
  ...openCode,
  id: "opencode-v1",
  title: "OpenCode 1",
  path: (name) => ["mcp", name],
  launched: (launch) => ({ ...openCodeLaunch(launch), enabled: true }),
  reached: (remote) => ({ ...openCodeRemote(remote), enabled: true }),
};

const zed: McpClient = {
  id: "zed",
  title: "Zed",
  hold: "generic",
  format: jsonWithComments,
  files: {
    project: ({ project }) => join(project, ".zed", "settings.json"),
    user: ({ config, isWindows }) => join(config, isWindows ? "Zed" : "zed", "settings.json"),
  },
  path: (name) => ["context_servers", name],
  launched: plainLaunch,
  reached: ({ url, secret }) =>
    secret === undefined ? undefined : { url, headers: bearer(secret) },
  reload: "Zed reads it at once; the settings of the agent panel show the server.",
};

const goose: McpClient = {
  id: "goose",
  title: "goose",
  hold: "generic",
  format: yamlConfig,
  files: {
    user: ({ home, config, isWindows }) =>
      isWindows
        ? join(config, "Block", "goose", "config", "config.yaml")
        : join(home, ".config", "goose", "config.yaml"),
  },
  path: (name) => ["extensions", name],
  launched: ({ command, args, env }, name) => ({
    ...gooseExtension(name),
    type: "stdio",
    cmd: command,
    args,
    envs: env,
  }),
  reached: ({ url, secret }, name) =>
    secret === undefined
      ? undefined
      : { ...gooseExtension(name), type: "streamable_http", uri: url, headers: bearer(secret) },
  reload: "Restart goose; goose info -v shows the extension.",
};

function gooseExtension(name: string): JsonObject {
  const description = "Asks a person and waits for the answer";
  return { enabled: true, name, description, timeout: 300 };
}

const windsurf: McpClient = {
  id: "windsurf",
  title: "Windsurf",
  hold: "generic",
  format: strictJson,
  files: { user: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json") },
  path: inServers,
  launched: plainLaunch,
  reached: ({ url, secret }) => ({
    serverUrl: url,
    headers: bearer(secret ?? ENV_STYLE),
  }),
  reload: "Press refresh in the MCP settings of Cascade.",
};

function clineLaunch(launch: Launch): JsonObject {
  return { ...plainLaunch(launch), disabled: false };
}

const cline: McpClient = {
  id: "cline",
  title: "Cline in VS Code",
  hold: "generic",
  format: strictJson,
  files: {
    user: ({ applications }) =>
      join(
        applications,
        "Code",
        "User",
        "globalStorage",
        "saoudrizwan.claude-dev",
        "settings",
        "cline_mcp_settings.json",
      ),
  },
  path: inServers,
  launched: clineLaunch,
  reached: ({ url, secret }) =>
    secret === undefined
      ? undefined
      : { type: "streamableHttp", url, headers: bearer(secret), disabled: false },
  reload: "Cline reads it at once; its MCP servers list the server.",
};

const clineCli: McpClient = {
  ...cline,
  id: "cline-cli",
  title: "Cline's command line",
  files: {
    user: ({ home }) => join(home, ".cline", "data", "settings", "cline_mcp_settings.json"),
  },
  reload: "Restart cline.",
};

const continueClient: McpClient = {
  id: "continue",
  title: "Continue",
  hold: "generic",
  format: yamlConfig,
  files: {
    project: ({ project }, name) => join(project, ".continue", "mcpServers", `${name}.yaml`),
    user: ({ home }, name) => join(home, ".continue", "mcpServers", `${name}.yaml`),
  },
  path: () => ["mcpServers"],
  launched: (launch, name) => [{ name, ...typedLaunch(launch) }],
  reached: ({ url, secret }, name) =>
    secret === undefined
      ? undefined
      : [{ name, type: "streamable-http", url, requestOptions: { headers: bearer(secret) } }],
  frame: { name: "Earshot", version: "0.0.1", schema: "v1" },
  reload: "Reload the window. Continue offers the tools in agent mode.",
};

export const CLIENTS: Readonly<Record<ClientId, McpClient>> = {
  "claude-code": claudeCode,
  "claude-desktop": claudeDesktop,
  cursor,
  vscode,
  codex,
  "gemini-cli": geminiCli,
  opencode: openCode,
  "opencode-v1": openCodeFirst,
  zed,
  goose,
  windsurf,
  cline,
  "cline-cli": clineCli,
  continue: continueClient,
};
