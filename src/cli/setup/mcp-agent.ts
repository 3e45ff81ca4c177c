import type { McpAgent } from "../../mcp/agent.ts";
import { connectAgent } from "../terminal/connect-agent.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** The agent whose tools a client is given, through the server of the data folder. */
export async function createMcpAgent(context: RunContext): Promise<McpAgent> {
  const earshot = await connectAgent(context);
  const { principal, holdMs } = await earshot.whoami();
  return { principal: principal.id, tools: earshot, requests: earshot, holdMs };
}
