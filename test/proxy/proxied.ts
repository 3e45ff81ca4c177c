import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizationRequest, OpenAuthorization } from "../../src/domain/requests/request.ts";
import { built } from "../support/built-programs.ts";
import {
  codeVariables,
  eventually,
  markVariables,
  PROGRAM,
  type TestServer,
  testFolder,
  testServer,
} from "../support/cli.ts";
import { spokenTransport } from "../support/spoken.ts";
import { RUNS } from "./servers/files.ts";

/* A client, `earshot proxy`, and a server of files behind it. */

export const FILES = fileURLToPath(
  built("files-main") ?? new URL("servers/files-main.ts", import.meta.url),
);
const INFO = { name: "test-client", version: "1.0.0" };

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** A client of MCP behind which a proxy runs. */
export interface Proxied {
  readonly client: Client;
  call(name: string, args?: JsonObject): Promise<CallResult>;
}

export interface ProxiedProcess extends Proxied {
  readonly pid: number;
  stderr(): string;
}

export interface World {
  readonly server: TestServer;
  /** What the server of files writes to. */
  readonly folder: string;
  /** The proxy's options that make it this agent. */
  readonly agent: readonly string[];
  /** Behind a proxy within this process. */
  connect(options?: ConnectOptions): Promise<Proxied>;
  /** Behind a process of its own. */
  start(options?: ConnectOptions): Promise<ProxiedProcess>;
  /** How often a tool has begun to run. */
  runs(): readonly string[];
  /** The content of a file, or nothing. */
  file(name: string): string | undefined;
  /** The authorization that people are asked for now, once there is one. */
  asked(): Promise<OpenAuthorization>;
  approve(request: AuthorizationRequest): Promise<unknown>;
}

export interface ConnectOptions {
  readonly era?: "legacy" | "modern";
  /** Options of the proxy, before what it stands in front of. */
  readonly options?: readonly string[];
  /** What stands behind `--`, or other options that name the server. */
  readonly behind?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface WorldOptions {
  readonly holdMs?: number;
  /** Where it has to be another than one in this process. */
  readonly server?: TestServer;
}

/** An Earshot server, an agent whose calls hold for `holdMs`, and a folder for files. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { holdMs = 20_000, server = await testServer() } = options;
  const folder = testFolder();
  const { operator } = server;
  const { secret } = await operator.createKey({ kind: "agent", name: "proxied", holdMs });
  const agent = ["--data", server.data, "--key", secret];
  const contentOf = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };

  async function open(): Promise<readonly OpenAuthorization[]> {
    const { items } = await operator.list({ status: "open" });
    return items.filter((item): item is OpenAuthorization => item.kind === "authorization");
  }

  return {
    server,
    folder,
    agent,
    connect: (options) => connect({ agent, folder }, options),
    start: (options) => start({ agent, folder }, options),
    runs: () => (contentOf(RUNS) ?? "").split("\n").filter((line) => line !== ""),
    file: contentOf,
    asked: () => eventually(async () => (await open())[0]),
    approve: ({ id, authorization: { digest } }) => operator.approve({ id, digest }),
  };
}

type Place = Pick<World, "agent" | "folder">;

function proxyArguments({ agent, folder }: Place, { options = [], behind }: ConnectOptions) {
  const target = behind ?? ["--", process.execPath, FILES, folder];
  return ["proxy", ...agent, ...options, ...target];
}

async function connect(place: Place, options: ConnectOptions = {}): Promise<Proxied> {
  return await connected(spokenTransport(proxyArguments(place, options), options.env), options);
}

async function start(place: Place, options: ConnectOptions = {}): Promise<ProxiedProcess> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, ...proxyArguments(place, options)],
    stderr: "pipe",
    env: { ...getDefaultEnvironment(), ...codeVariables(), ...markVariables(), ...options.env },
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const proxied = await connected(transport, options);
  return { ...proxied, pid: transport.pid ?? Number.NaN, stderr: () => stderr };
}

async function connected(transport: Transport, { era }: ConnectOptions): Promise<Proxied> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    call: async (name, args = {}) =>
      (await client.callTool({ name, arguments: { ...args } })) as CallResult,
  };
}

/** The same with the client of the first generation of the SDK. */
export async function connectOld({ agent, folder }: World): Promise<OldClient> {
  const client = new OldClient(INFO);
  await client.connect(
    new OldTransport({
      command: process.execPath,
      args: [PROGRAM, ...proxyArguments({ agent, folder }, {})],
      env: { ...getDefaultEnvironment(), ...codeVariables(), ...markVariables() },
      stderr: "ignore",
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** All that a result says in words. */
export function textOf({ content }: CallResult): string {
  return content.map(({ text = "" }) => text).join("\n");
}
