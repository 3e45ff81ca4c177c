import { text } from "node:stream/consumers";
import { Argument } from "commander";
import { addCommand, type CommandModule, duration } from "../command.ts";
import { connect } from "../connect.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { type AgentOptions, agentEnvironment } from "../hook/agent-environment.ts";
import { askPermission } from "../hook/ask-permission.ts";
import { isForPeople, readPermissionRequest } from "../hook/permission-request.ts";

interface HookOptions extends AgentOptions {
  readonly name: string;
  readonly hold: number;
}

/** Below the time-out that `earshot init` gives the hook, with room to start and to take back. */
const DEFAULT_HOLD = "100s";

export const hook: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "hook",
      summary: "Ask the operator for a permission that a client's hook is about",
      more: "Run by the client, which writes the request to standard input; npx earshot init claude-code sets it up. Only what a person chose is passed on. Without an answer in time, or without a server, nothing is printed, and the client's own dialogue decides.",
      examples: ["npx earshot hook claude-code < request.json"],
    })
      .addArgument(new Argument("<client>", "whose hook").choices(["claude-code"]))
      .option("--key-file <file>", "the agent's key; the data folder's where absent")
      .option("--url <url>", "a server elsewhere; EARSHOT_URL counts without --key-file only")
      .option(
        "--name <name>",
        "of Earshot's own server in the client, which needs no asking",
        "earshot",
      )
      .option("--hold <duration>", "wait at most so long", duration, duration(DEFAULT_HOLD)),

  async run(context, command) {
    const { name, hold, ...options } = command.opts<HookOptions>();
    const request = readPermissionRequest(await text(process.stdin));
    if (!isForPeople(request, name)) return EXIT_CODES.answered;
    const { signal } = context;
    const earshot = connect({
      dataFolder: context.options.data,
      environment: agentEnvironment(context.environment, options),
      as: "agent",
    });
    const decision = await askPermission(earshot, request, { holdMs: hold, signal });
    if (decision !== undefined) context.output.json(decision);
    return EXIT_CODES.answered;
  },
};
