import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { VERSION } from "../../compose/version.ts";
import { MAX_SPOKEN_BODY_BYTES } from "../../contract/schemas/strict-json.ts";
import type { McpAgent } from "../../mcp/agent.ts";
import { serveMcpStdio } from "../../mcp/stdio.ts";
import type { ToolAnswer, ToolCall, ToolDoor } from "../../ports/earshot/tool-door.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { createInteractionTools } from "../../tools/interaction/interaction-tools.ts";
import { createToolRegistry } from "../../tools/registry/registry.ts";
import { toolFacts } from "../../tools/registry/tool-facts.ts";
import { connectAgent } from "../terminal/connect-agent.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { strictStdio } from "./strict-stdio.ts";

/**
 * Serves the client on standard input and output until its end or a stop; returns the exit code.
 */
export async function serveClient(context: RunContext): Promise<number> {
  const { output, signal } = context;
  const { stdin, stdout } = process;
  const agent = await createMcpAgent(context);
  const tools = parkAtStop(agent.tools, signal);
  const registry = createToolRegistry(createInteractionTools());
  const serving = serveMcpStdio({
    agent: { ...agent, tools },
    tools: registry.tools.map((one) => toolFacts(one)),
    version: VERSION,
    stateSecret: randomBytes(32),
    checkSchema,
    // The server knows whether the caller is a person, and has the smaller limit for agents.
    transport: strictStdio({ stdin, stdout }, MAX_SPOKEN_BODY_BYTES),
    onFault: (error) => output.error(error),
  });
  try {
    await once(stdin, "close", { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    await tools.settled();
  }
  await serving.close();
  // Otherwise it would continue to be read, and keep the process alive.
  stdin.unpipe();
  stdin.pause();
  return EXIT_CODES.answered;
}

/** The agent whose tools a client is given, through the server of the data folder. */
async function createMcpAgent(context: RunContext): Promise<McpAgent> {
  const earshot = await connectAgent(context);
  const { principal, holdMs } = await earshot.whoami();
  return { principal: principal.id, tools: earshot, requests: earshot, holdMs };
}

const PARK_MS = 3_000;

interface ParkingDoor extends ToolDoor {
  /** Resolves once every call has its result and each caller has had a turn to pass it on. */
  settled(): Promise<void>;
}

/**
 * Tools whose calls stop waiting once the program is to stop. Each call under way is repeated
 * without a hold, which finds the same request, so that the model hears that it is pending.
 */
function parkAtStop(tools: ToolDoor, stop: AbortSignal): ParkingDoor {
  const underWay = new Set<Promise<unknown>>();

  async function callOrPark(given: ToolCall): Promise<ToolAnswer> {
    const call = { ...given, call: given.call ?? `call_${crypto.randomUUID()}` };
    const signals = call.signal === undefined ? [stop] : [stop, call.signal];
    try {
      return await tools.callTool({ ...call, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (!stop.aborted || call.signal?.aborted === true) throw error;
      // If the server has gone too, it is not waited for, so that the stop can finish.
      const soon = AbortSignal.any([AbortSignal.timeout(PARK_MS), ...signals.slice(1)]);
      return await tools.callTool({ ...call, holdMs: 0, signal: soon });
    }
  }

  return {
    callTool(call) {
      const called = callOrPark(call);
      const end = () => void underWay.delete(called);
      underWay.add(called);
      called.then(end, end);
      return called;
    },
    async settled() {
      await Promise.allSettled(underWay);
      await setImmediate();
    },
  };
}
