import type { McpAgent } from "../../mcp/agent.ts";
import { connect } from "../connect.ts";
import { ensureServer } from "../ensure-server.ts";
import type { RunContext } from "../run-context.ts";

/**
 * The agent whose key it is, through the server of the data folder: one that has gone is found or
 * started again while the call that missed it goes on trying.
 */
export async function createMcpAgent(context: RunContext): Promise<McpAgent> {
  const { environment, options, output } = context;
  await ensureServer(context);
  let isLooking = false;

  function look(): void {
    if (isLooking) return;
    isLooking = true;
    ensureServer(context)
      .catch((error: unknown) => output.error(error))
      .finally(() => {
        isLooking = false;
      });
  }

  const earshot = connect({
    dataFolder: options.data,
    environment,
    as: "agent",
    onRetry: look,
  });
  const { principal, holdMs } = await earshot.whoami();
  return { principal: principal.id, tools: earshot, requests: earshot, holdMs };
}
