import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createClient, type EarshotClient } from "../src/client/client.ts";
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
    return await withSides(async ({ proxied, straight, allowed }) => {
      for (const side of [proxied, straight, allowed]) await side(warmUp);
      const compared = await inPairs({
        pairs,
        first: () => proxied(size),
        second: () => straight(size),
      });
      const added = compared.first - compared.second;
      note(`${pairs} pairs of ${size} calls; through the proxy ${compared.first.toFixed(2)} ms`);
      const alone = await allowed(size);
      note(`of that, a rule's yes takes ${alone.toFixed(2)} ms, with its durable commit`);
      return { value: added, reference: compared.second };
    });
  },
};

/** The median of this many calls, one at a time, in milliseconds. */
type Side = (calls: number) => Promise<number>;

async function withSides<T>(
  use: (sides: Record<"proxied" | "straight" | "allowed", Side>) => Promise<T>,
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
      const agent = createClient({ url: `http://127.0.0.1:${server.port}`, key });
      return await use({ proxied, straight, allowed: allowedBy(agent) });
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
  const rules = [{ name: "words are free", tools: ["echo", "word"], decision: "allow" }];
  await operator.applyPolicy({ source: { version: 1, rules } });
  return (await operator.createKey({ kind: "agent", name: "proxied" })).secret;
}

async function connectTo(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args] }));
  return client;
}

let said = 0;

/** The median time of a task that is given another text each time. */
function sideBy(task: (text: string) => Promise<void>): Side {
  return async (calls) => {
    const times: number[] = [];
    for (let n = 0; n < calls; n++) {
      said += 1;
      const sent = performance.now();
      await task(`word ${said}`);
      times.push(performance.now() - sent);
    }
    return median(times);
  };
}

const sideOf = (client: Client): Side =>
  sideBy(async (text) => {
    const { content } = await client.callTool({ name: "echo", arguments: { text } });
    const [heard] = content;
    if (heard?.type !== "text" || heard.text !== text) throw new Error(`Another echo of ${text}`);
  });

/** What the proxy asks of Earshot for one call, without a proxy and a server behind it. */
const allowedBy = (agent: EarshotClient): Side =>
  sideBy(async (text) => {
    const sought = { tool: "word", args: { text }, reason: "Called by the bench." };
    const { redeemed } = await agent.authorize({ ...sought, redeemIfAllowed: true });
    if (redeemed === undefined) throw new Error(`${text} was not allowed.`);
  });
