import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createClient } from "../src/client/client.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { inPairs } from "./pairs.ts";
import { startProcess } from "./server-process.ts";
import { median } from "./statistics.ts";

const SERVER = new URL("./servers/product.ts", import.meta.url);
const ECHO = fileURLToPath(new URL("./servers/echo.ts", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../bin/earshot.js", import.meta.url));

export const proxyOverhead: Figure = {
  name: "proxy.overhead",
  what: "what the proxy adds to a call that a rule allows, p50, to a stdio server that does nothing",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 1.2,
  aim: 0.8,

  async measure({ isQuick, note }) {
    const [pairs, size, warmUp] = isQuick ? [2, 10, 10] : [21, 100, 1_000];
    return await withSides(async ({ proxied, straight }) => {
      for (const side of [proxied, straight]) await side(warmUp);
      const compared = await inPairs({
        pairs,
        first: () => proxied(size),
        second: () => straight(size),
      });
      const added = compared.first - compared.second;
      note(`${pairs} pairs of ${size} calls; through the proxy ${compared.first.toFixed(2)} ms`);
      note("it adds a durable commit, two readings of the server's list and a second pipe");
      return { value: added, reference: compared.second };
    });
  },
};

/** The median of this many calls, one at a time, in milliseconds. */
type Side = (calls: number) => Promise<number>;

async function withSides<T>(
  use: (sides: { readonly proxied: Side; readonly straight: Side }) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    const server = await startProcess(SERVER, folder);
    const clients: Client[] = [];
    const connect = async (...args: readonly string[]) => {
      const client = await connectTo(args);
      clients.push(client);
      return sideOf(client);
    };
    try {
      const key = await allowEcho(server.port, folder);
      const straight = await connect(ECHO);
      const options = ["--data", folder, "--key", key];
      const proxied = await connect(PROGRAM, "proxy", ...options, "--", process.execPath, ECHO);
      return await use({ proxied, straight });
    } finally {
      for (const client of clients) await client.close();
      await server.kill();
    }
  });
}

/** An agent's key under a policy that allows the tool. */
async function allowEcho(port: number, folder: string): Promise<string> {
  const key = readKeyFile(folder, "operator") ?? "";
  const operator = createClient({ url: `http://127.0.0.1:${port}`, key });
  const rules = [{ name: "echo is free", tools: ["echo"], decision: "allow" }];
  await operator.applyPolicy({ source: { version: 1, rules } });
  return (await operator.createKey({ kind: "agent", name: "proxied" })).secret;
}

async function connectTo(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args] }));
  return client;
}

let said = 0;

function sideOf(client: Client): Side {
  return async (calls) => {
    const times: number[] = [];
    for (let n = 0; n < calls; n++) {
      said += 1;
      const text = `word ${said}`;
      const sent = performance.now();
      const { content } = await client.callTool({ name: "echo", arguments: { text } });
      times.push(performance.now() - sent);
      const [heard] = content;
      if (heard?.type !== "text" || heard.text !== text) throw new Error(`Another echo of ${text}`);
    }
    return median(times);
  };
}
