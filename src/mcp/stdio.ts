import { type StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpAgent } from "./agent.ts";
import { createDoor } from "./door.ts";
import type { McpOptions } from "./options.ts";

export interface McpStdioOptions extends McpOptions {
  readonly agent: McpAgent;
  /** Over the streams of this process. */
  readonly transport: StdioServerTransport;
  readonly onFault: (error: unknown) => void;
}

/** MCP over standard input and output; nothing else may write there. */
export function serveMcpStdio(options: McpStdioOptions): { close(): Promise<void> } {
  const { agent, transport, onFault } = options;
  // Nobody can ask the other side of a pipe whether it has read: what was written counts as handed over.
  const exchange = { agent, onDelivered: (act: () => void) => act() };
  const { factory } = createDoor(options, () => exchange);
  return serveStdio(factory, { transport, onerror: onFault });
}
