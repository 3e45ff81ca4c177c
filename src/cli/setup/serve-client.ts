import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { VERSION } from "../../compose/version.ts";
import { serveMcpStdio } from "../../mcp/stdio.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { createInteractionTools } from "../../tools/interaction/interaction-tools.ts";
import { createToolRegistry } from "../../tools/registry/registry.ts";
import { toolFacts } from "../../tools/registry/tool-facts.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { createMcpAgent } from "./mcp-agent.ts";
import { parkAtStop } from "./park-at-stop.ts";
import { strictStdio } from "./strict-stdio.ts";

/** Serves the client on standard input and output until its end or a stop; returns the exit code. */
export async function serveClient(context: RunContext): Promise<number> {
  const { output, signal } = context;
  const agent = await createMcpAgent(context);
  const tools = parkAtStop(agent.tools, signal);
  const registry = createToolRegistry(createInteractionTools());
  const serving = serveMcpStdio({
    agent: { ...agent, tools },
    tools: registry.tools.map(toolFacts),
    version: VERSION,
    stateSecret: randomBytes(32),
    checkSchema,
    transport: strictStdio(),
    onFault: (error) => output.error(error),
  });
  try {
    await once(process.stdin, "close", { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    await tools.settled();
  }
  await serving.close();
  // Else it would go on to be read, and keep the process alive.
  process.stdin.unpipe();
  process.stdin.pause();
  return EXIT_CODES.answered;
}
