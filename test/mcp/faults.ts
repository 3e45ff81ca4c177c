import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Envelope } from "../../src/ports/earshot/tool-door.ts";
import { environment, PROGRAM, ROOT } from "../support/cli.ts";
import { connectClient, connectOldClient, type Door, type Era, envelopeOf } from "./door.ts";

/* Clients that can give a call up, each in its own way. */

export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Listens no longer than this. */
  readonly giveUpMs?: number;
}

export interface FaultyClient {
  /** Undefined where it was given up. */
  call(call: ToolCall): Promise<Envelope | undefined>;
}

export type Connect = (server: Door) => Promise<FaultyClient>;

/** Of the SDK: tells the server that it gives up, or cuts the stream, as its era has it. */
function sdkClient(connecting: (server: Door) => Promise<SdkClient>): Connect {
  return async (server) => {
    const client = await connecting(server);
    return {
      async call({ name, args, giveUpMs }) {
        const options = giveUpMs === undefined ? {} : { timeout: giveUpMs };
        const params = { name, arguments: { ...args } };
        const result = await client.callTool(params, options).catch((error: unknown) => {
          if (giveUpMs === undefined) throw error;
        });
        return result === undefined ? undefined : envelopeOf(result);
      },
    };
  };
}

interface SdkClient {
  callTool(
    params: { readonly name: string; readonly arguments: Record<string, unknown> },
    options: { readonly timeout?: number },
  ): Promise<object>;
}

export const ofEra = (era: Era) => sdkClient((server) => connectClient(server, { era }));
export const older: Connect = sdkClient(async (server) => {
  const client = await connectOldClient(server);
  return { callTool: (params, options) => client.callTool(params, undefined, options) };
});

/** How raw lines are given up: the reply is read by nobody, or the call is withdrawn as well. */
export type GivingUp = "silent" | "cancelling";

/** JSON lines to `earshot mcp`, as a client without any library writes them. */
export function rawStdio(how: GivingUp): Connect {
  return async ({ data }) => {
    const lines = startLines(process.execPath, [PROGRAM, "mcp", "--data", data]);
    let last = 0;
    const request = (method: string, params: object) => {
      last += 1;
      lines.write({ jsonrpc: "2.0", id: last, method, params });
      return lines.reply(last);
    };
    await request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1.0.0" },
    });
    lines.write({ jsonrpc: "2.0", method: "notifications/initialized" });
    return {
      async call({ name, args, giveUpMs }) {
        const replied = request("tools/call", { name, arguments: args });
        const requestId = last;
        const reply = await within(replied, giveUpMs);
        if (reply !== undefined) return envelopeOf(reply["result"] as object);
        if (how === "cancelling") {
          lines.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
        }
        return undefined;
      },
    };
  };
}

/** A post to /mcp whose connection stays open and whose reply is read by nobody once it is given up. */
export const rawHttp: Connect = async ({ url, key }) => {
  let last = 0;
  return {
    async call({ name, args, giveUpMs }) {
      last += 1;
      const replied = fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: last,
          method: "tools/call",
          params: { name, arguments: args },
        }),
      }).then((response) => response.text());
      const text = await within(replied, giveUpMs);
      if (text === undefined) return undefined;
      const data = text.split("\n").findLast((line) => line.startsWith("data: ")) ?? "";
      return envelopeOf(JSON.parse(data.slice("data: ".length)).result);
    },
  };
};

async function within<T>(promise: Promise<T>, ms: number | undefined): Promise<T | undefined> {
  if (ms === undefined) return await promise;
  return await Promise.race([promise, sleep(ms).then(() => undefined)]);
}

const PYTHON = join(import.meta.dirname, "python");
const INSTALLED = join(ROOT, "node_modules", ".cache", "python-sdk");

export type Installed = { readonly python: string } | { readonly skipped: string };

/** Installs a generation of the Python SDK, once, as its lock file says; or tells why it cannot be. */
export function installPython(generation: 1 | 2): Installed {
  const lock = join(PYTHON, `requirements-${generation}.txt`);
  const digest = createHash("sha256").update(readFileSync(lock)).digest("hex").slice(0, 12);
  const place = join(INSTALLED, `${generation}-${digest}`);
  const python = join(place, "bin", "python");
  const done = join(place, "installed");
  if (existsSync(done)) return { python };
  // What an interrupted one has left would be taken for whole.
  rmSync(place, { recursive: true, force: true });
  const install = ["--quiet", "--no-deps", "--only-binary", ":all:", "--requirement", lock];
  for (const [program, ...args] of [
    ["python3", "-m", "venv", place],
    [python, "-m", "pip", "install", ...install],
  ] as const) {
    const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
    if (status === 0) continue;
    const why = error?.message ?? stderr.trim().split("\n").at(-1) ?? "it failed";
    return { skipped: `${basename(program)} ${args.slice(0, 3).join(" ")}: ${why}` };
  }
  writeFileSync(done, "");
  return { python };
}

export interface PythonOptions {
  readonly python: string;
  /** Of the second generation: how it finds the protocol. */
  readonly mode: "legacy" | "2026-07-28";
  readonly transport: "http" | "stdio";
}

/** The official Python SDK, which gives a call up after its read time-out. */
export function pythonClient({ python, mode, transport }: PythonOptions): Connect {
  return async ({ url, key, data }) => {
    const to =
      transport === "http"
        ? ["http", `${url}/mcp`, key]
        : ["stdio", process.execPath, PROGRAM, "mcp", "--data", data];
    const lines = startLines(python, [join(PYTHON, "client.py"), mode, ...to]);
    let last = 0;
    await lines.ready;
    return {
      async call({ name, args, giveUpMs }) {
        last += 1;
        const timeout = giveUpMs === undefined ? {} : { timeout: giveUpMs / 1_000 };
        lines.write({ id: last, name, arguments: args, ...timeout });
        const { envelope, error } = await lines.reply(last);
        if (envelope === undefined && giveUpMs === undefined) throw new Error(String(error));
        return envelope as Envelope | undefined;
      },
    };
  };
}

type Line = Readonly<Record<string, unknown>>;

/** A program that is talked to by lines of JSON; it ends with the test. */
function startLines(program: string, args: readonly string[]) {
  const child: ChildProcess = spawn(program, args, {
    env: environment(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  });
  const waiting = new Map<unknown, (line: Line) => void>();
  const ready = Promise.withResolvers<void>();
  if (child.stdout === null) throw new Error("The program says nothing.");
  createInterface(child.stdout).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    if ("ready" in line) ready.resolve();
    waiting.get(line["id"])?.(line);
    waiting.delete(line["id"]);
  });
  child.once("exit", (code) => ready.reject(new Error(`${program} ended with ${code}.`)));
  ready.promise.catch(() => {});
  return {
    ready: ready.promise,
    write: (line: object) => void child.stdin?.write(`${JSON.stringify(line)}\n`),
    reply: (id: number) => new Promise<Line>((resolve) => waiting.set(id, resolve)),
  };
}
