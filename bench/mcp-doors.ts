import { newIdempotencyKey } from "../src/client/idempotency-key.ts";
import { MAX_KEY_HOLD_MS } from "../src/domain/limits.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import { bearer, type Call, type Connections, openConnections } from "./connections.ts";
import { inFolder } from "./folder.ts";
import { answerText } from "./question-text.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { openStream } from "./streams.ts";

const PROGRAM = new URL("./servers/product.ts", import.meta.url);
/** The longest that plain HTTP holds. */
const HOLD_MS = 55_000;

/** An answer that an agent received, and the request. */
export interface Heard {
  readonly id: string;
  readonly text: string;
}

/** Earshot, an agent at each of two doors, and the operator who answers them. */
export interface McpDoors {
  readonly server: ServerProcess;
  /** Asks by a tool over MCP and waits for the answer. */
  askOverMcp(question: string): Promise<Heard>;
  /** The same over plain HTTP, as another agent. */
  askOverHttp(question: string): Promise<Heard>;
  /** The call of the tool that asks, for a stream of its own. */
  toolCall(question: string): Call;
  /** Tells the id of every request from now on, as the operator's stream of events does. */
  watch(onAsked: (id: string) => void): Promise<void>;
  /** Answers a request; the same text for the same id. */
  answer(id: string): Promise<void>;
}

/** Gives `use` a server on a new folder and ends it afterwards, even after an error. */
export async function withMcpDoors<T>(use: (doors: McpDoors) => Promise<T>): Promise<T> {
  return await inFolder(async (folder) => {
    const server = await startProcess(PROGRAM, folder);
    const connections = openConnections(server.port);
    try {
      return await use(await openDoors(server, { folder, connections }));
    } finally {
      connections.close();
      await server.kill();
    }
  });
}

async function openDoors(
  server: ServerProcess,
  { folder, connections }: { folder: string; connections: Connections },
): Promise<McpDoors> {
  const { call } = connections;
  const operator = bearer(readKeyFile(folder, "operator") ?? "");
  const change = (path: string, by: string, input: object) =>
    call({
      method: "POST",
      path,
      headers: `${by}idempotency-key: ${newIdempotencyKey()}\r\n`,
      body: JSON.stringify(input),
    });

  async function createAgent(name: string): Promise<string> {
    const input = { kind: "agent", name, holdMs: MAX_KEY_HOLD_MS };
    return bearer(JSON.parse(await change("/v1/keys", operator, input)).secret);
  }

  // Unacknowledged answers are added to the results of an agent's tools, so each agent has its own
  // mailbox.
  const [overMcp, overHttp] = [await createAgent("mcp"), await createAgent("http")];
  let calls = 0;

  function toolCall(question: string): Call {
    calls += 1;
    const params = {
      name: "ask_human",
      arguments: { question },
      _meta: { progressToken: calls },
    };
    return {
      method: "POST",
      path: "/mcp",
      headers: `${overMcp}accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-11-25\r\n`,
      body: JSON.stringify({ jsonrpc: "2.0", id: calls, method: "tools/call", params }),
    };
  }

  return {
    server,
    toolCall,
    async askOverMcp(question) {
      const lines = (await call(toolCall(question))).split("\n");
      const heard = heardIn(lines.find((line) => line.startsWith("data: ")) ?? "");
      if (heard === undefined) throw new Error(`Nothing was heard: ${lines.join(" ")}`);
      return heard;
    },
    async askOverHttp(text) {
      const input = { text, holdMs: HOLD_MS };
      const { request } = JSON.parse(await change("/v1/requests", overHttp, input));
      return { id: request.id, text: request.answer.text };
    },
    async watch(onAsked) {
      const headers = `${operator}accept: text/event-stream\r\n`;
      const events = openStream(
        server.port,
        { method: "GET", path: "/v1/events?follow=true", headers },
        (line) => {
          const id = /^data: .*"type":"request\.created".*"subject":"(\w+)"/.exec(line)?.[1];
          if (id !== undefined) onAsked(id);
        },
      );
      await events.firstByteMs;
    },
    async answer(id) {
      await change(`/v1/requests/${id}/answer`, operator, { answer: { text: answerTo(id) } });
    },
  };
}

/** The answer in a line of a call's stream; undefined for all lines but the last. */
export function heardIn(line: string): Heard | undefined {
  if (!line.startsWith('data: {"result"')) return undefined;
  const { request_id: id, answer } = JSON.parse(line.slice("data: ".length)).result
    .structuredContent.data;
  return { id, text: answer.text };
}

/** Throws if an agent received somebody else's answer. */
export function checkHeard({ id, text }: Heard): void {
  if (text !== answerTo(id)) throw new Error(`The answer to ${id} was heard as "${text}".`);
}

function answerTo(id: string): string {
  return answerText(Number.parseInt(id.slice(-4), 32));
}
