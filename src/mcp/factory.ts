import {
  type CallToolResult,
  type McpRequestContext,
  mergeCapabilities,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { tellingOf } from "../domain/hub/reachable.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ToolFacts } from "../ports/earshot/agent-surface.ts";
import type { McpExchange } from "./agent.ts";
import type { CallTool } from "./call-tool.ts";
import { capabilitiesOf, showsForms } from "./client-capabilities.ts";
import type { McpExtension } from "./extension.ts";
import { TASKS } from "./facts.ts";
import { installFiles } from "./files.ts";
import { progressNotification } from "./progress.ts";
import type { Pulse } from "./pulse.ts";
import { declaresTasks, installTasks } from "./tasks.ts";
import { listTools } from "./tool-list.ts";

export const SERVER_NAME = "earshot";
const LIST_TTL_MS = 300_000;

const INSTRUCTIONS = `Earshot reaches the people who run you. Ask with ask_human when something is missing, ambiguous or contradictory: one question, with options where there are some. A result that says human_input_requested is not a failure: nobody has answered yet, the question is kept, and await_response with its request_id brings the answer. Never ask the same again, and never take silence for consent. A file that a person gave has a uri in files: read it as a resource. Late answers come with the results of later calls and stay in check_messages until you acknowledge them.`;

export interface McpFactoryOptions {
  readonly tools: readonly ToolFacts[];
  readonly callTool: CallTool;
  readonly version: string;
  readonly pulse: Pulse;
  readonly now: () => number;
  /** The caller, for the server of one exchange or one connection. */
  readonly exchangeOf: (ctx: McpRequestContext) => McpExchange;
  readonly extension?: McpExtension | undefined;
}

/** Makes a server of either era for one exchange over HTTP or one connection over stdio. */
export function createMcpFactory(options: McpFactoryOptions) {
  const { callTool, pulse, now, extension } = options;
  const own = listTools(options.tools);
  const names = new Set(own.map(({ name }) => name));
  const peoples = new Set(options.tools.flatMap((one) => (one.forPeople ? [one.name] : [])));
  const all = [...own, ...(extension?.tools ?? [])];
  const ofAgents = all.filter(({ name }) => !peoples.has(name));
  const capabilities = mergeCapabilities(
    { tools: {}, resources: {}, extensions: { [TASKS]: {} } },
    extension?.capabilities ?? {},
  );

  return (request: McpRequestContext): Server => {
    const exchange = options.exchangeOf(request);
    const server = new Server(
      { name: SERVER_NAME, version: options.version },
      {
        capabilities,
        instructions: INSTRUCTIONS,
        cacheHints: { "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" } },
      },
    );
    const isModern = request.era === "modern";

    const serving: Serving = { callTool, pulse, exchange, server, isModern };

    server.setRequestHandler("tools/list", async () => {
      const { isPerson, requests } = exchange.agent;
      const { reachable } = requests;
      const tools = isPerson === true ? all : ofAgents;
      // Without the right to send, or when the server does not tell, the agent still has its tools.
      const found = await reachable().catch(() => undefined);
      return { tools: found === undefined ? tools : [...tellingOf(tools, found.items)] };
    });
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const call = { name: params.name, arguments: params.arguments ?? {} };
      const isForeign = extension !== undefined && !names.has(call.name);
      const result = isForeign ? extension.callTool(call, ctx) : serveCall(serving, call, ctx);
      return (await result) as CallToolResult;
    });
    installFiles(server, exchange.agent);
    if (isModern) installTasks(server, { exchange, now, extension });
    extension?.install(server, request);
    return server;
  };
}

interface Serving extends Pick<McpFactoryOptions, "callTool" | "pulse"> {
  readonly exchange: McpExchange;
  readonly server: Server;
  readonly isModern: boolean;
}

/** Calls one of our tools, with a sign of life at every beat if the client takes progress. */
async function serveCall(
  { callTool, pulse, exchange, server, isModern }: Serving,
  call: NamedCall,
  ctx: ServerContext,
) {
  const { mcpReq } = ctx;
  const capable = capabilitiesOf(server, ctx);
  const token = mcpReq._meta?.progressToken;
  const held = {
    beat(count: number) {
      if (token === undefined) return;
      // The signal tells the wait that its client has gone.
      mcpReq.notify(progressNotification(token, count, pulse)).catch(() => {});
    },
  };
  pulse.hold(held);
  try {
    return await callTool({
      exchange,
      name: call.name,
      args: call.arguments as JsonObject,
      signal: mcpReq.signal,
      client: {
        takesTasks: isModern && declaresTasks(capable),
        // Before that era a form holds the call in the SDK, and no operator's answer ends it there.
        showsForms: isModern && showsForms(capable),
        continues: isModern,
      },
      requestState: mcpReq.requestState(),
      inputResponses: mcpReq.inputResponses,
    });
  } finally {
    pulse.release(held);
  }
}

interface NamedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
