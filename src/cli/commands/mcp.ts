import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { serveMcpStdio } from "../../mcp/stdio.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { createInteractionTools } from "../../tools/interaction/interaction-tools.ts";
import { createToolRegistry } from "../../tools/registry.ts";
import { toolFacts } from "../../tools/tool-facts.ts";
import { VERSION } from "../../version.ts";
import { addCommand, type CommandModule } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { type AgentOptions, agentEnvironment } from "../hook/agent-environment.ts";
import { createMcpAgent } from "../mcp-agent.ts";

export const mcp: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "mcp",
      summary: "Serve the tools to an MCP client on standard input and output",
      more: "For clients that start their servers themselves. It finds the server of the data folder, or starts one, and goes on when that one is started again. It ends with its standard input.",
      examples: [
        "npx earshot mcp",
        "npx earshot mcp --data /srv/earshot --key-file /srv/earshot/keys/cursor.key",
      ],
    })
      .option("--key-file <file>", "the agent's key; before --key and EARSHOT_KEY")
      .option("--key <key>", "the agent's key, if not EARSHOT_KEY or the agent's of the folder")
      .option("--url <url>", "a server elsewhere; EARSHOT_URL counts without --key-file only"),

  async run(context, command) {
    const { output, signal } = context;
    const environment = agentEnvironment(context.environment, command.opts<AgentOptions>());
    const agent = await createMcpAgent({ ...context, environment });
    const registry = createToolRegistry(createInteractionTools());
    const serving = serveMcpStdio({
      agent,
      tools: registry.tools.map(toolFacts),
      version: VERSION,
      stateSecret: randomBytes(32),
      checkSchema,
      onFault: (error) => output.error(error),
    });
    try {
      await once(process.stdin, "close", { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await serving.close();
    return EXIT_CODES.answered;
  },
};
