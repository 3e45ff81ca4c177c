import { type AgentOptions, agentEnvironment } from "../../authority/agent-environment.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";

export const mcp: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "mcp",
      summary: "Serve the tools to an MCP client on standard input and output",
      without: ["json", "plain"],
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
    const environment = agentEnvironment(context.environment, command.opts<AgentOptions>());
    // Loaded late: no other command has to wait for what only MCP needs.
    const { serveClient } = await import("../../setup/serve-client.ts");
    return await serveClient({ ...context, environment });
  },
};
