import { readVariable } from "../../../compose/config.ts";
import { present } from "../../../domain/present.ts";
import { agentEnvironment } from "../../authority/agent-environment.ts";
import { readTarget, type TargetOptions } from "../../proxy/upstream-target.ts";
import { addCommand, type CommandModule, collect } from "../../terminal/command.ts";

interface ProxyCommandOptions extends TargetOptions {
  readonly session?: string;
  readonly path?: readonly string[];
  readonly keyFile?: string;
  readonly key?: string;
  readonly earshotUrl?: string;
}

export const proxy: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "proxy [command...]",
      summary: "Stand in front of an MCP server, so that its tools run only once they are approved",
      without: ["json", "plain"],
      more: "Give it to an MCP client in the place of the server. It starts the command after --, or calls --url, lists its tools, and puts each call before the policy and, where that says so, before people; it runs what was approved, once, with exactly the approved arguments. It finds the Earshot server of the data folder, or starts one. The command gets the environment without EARSHOT_KEY and EARSHOT_URL.",
      examples: [
        "npx earshot proxy -- npx @modelcontextprotocol/server-filesystem /srv/files",
        "npx earshot proxy --key-file keys/cursor.key --session nightly -- node server.js",
        "npx earshot proxy --url https://tools.example.com/mcp --header 'Authorization: Bearer $TOKEN'",
      ],
    })
      .option("--url <url>", "a server that speaks MCP over streamable HTTP")
      .option(
        "--header <header>",
        "'Name: value' sent to --url, or 'Name: $VARIABLE'; repeatable",
        collect,
      )
      .option("--session <name>", "the agent's run; permissions of a session hold for it")
      .option(
        "--path <pointer>",
        "JSON Pointer of an argument that is a path of this machine, as /path: sought and run with what it leads to, links followed; repeatable",
        collect,
      )
      .option("--key-file <file>", "the agent's key; before --key and EARSHOT_KEY")
      .option("--key <key>", "the agent's key, if not EARSHOT_KEY or the agent's of the folder")
      .option("--earshot-url <url>", "an Earshot server elsewhere, if not EARSHOT_URL"),

  async run(context, command) {
    const options = command.opts<ProxyCommandOptions>();
    const [words = []] = command.processedArgs as [(readonly string[])?];
    const target = readTarget(words, options, {
      folder: process.cwd(),
      variable: (name) => readVariable(name),
    });
    const { key, keyFile, earshotUrl: url } = options;
    const environment = agentEnvironment(context.environment, {
      ...present({ key, keyFile, url }),
    });
    // Loaded late: no other command has to wait for what only MCP needs.
    const { serveProxy } = await import("../../proxy/serve-proxy.ts");
    return await serveProxy(
      { ...context, environment },
      { target, session: options.session, paths: options.path },
    );
  },
};
