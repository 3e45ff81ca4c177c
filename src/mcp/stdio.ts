import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpAgent } from "./agent.ts";
import { createDoor } from "./door.ts";
import type { McpOptions } from "./options.ts";
import { strictStdio } from "./strict-stdio.ts";

export interface McpStdioOptions extends McpOptions {
  readonly agent: McpAgent;
  readonly onFault: (error: unknown) => void;
}

/** MCP over standard input and output; nothing else may be written there. */
export function serveMcpStdio(options: McpStdioOptions): { close(): Promise<void> } {
  const { agent, onFault } = options;
  // The other side of a pipe cannot be asked whether it has read: what was written is delivered.
  const exchange = { agent, onDelivered: (act: () => void) => act() };
  const { factory } = createDoor(options, () => exchange);
  const serving = serveStdio(factory, { transport: strictStdio(), onerror: onFault });
  return {
    async close() {
      await serving.close();
      // Else it would go on to be read, and keep the process alive.
      process.stdin.unpipe();
      process.stdin.pause();
    },
  };
}
