import { text } from "node:stream/consumers";
import { Argument } from "commander";
import { addCommand, type CommandModule, duration } from "../command.ts";
import { connect } from "../connect.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { askPermission } from "../hook/ask-permission.ts";
import { isForPeople, readPermissionRequest } from "../hook/permission-request.ts";
import { readAgentKey } from "../hook/read-agent-key.ts";
import type { RunContext } from "../run-context.ts";

interface HookOptions {
  readonly keyFile?: string;
  readonly url?: string;
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
      .option("--url <url>", "a server elsewhere")
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
    const earshot = agentOf(context, options);
    const { signal } = context;
    const decision = await askPermission(earshot, request, { holdMs: hold, signal });
    if (decision !== undefined) context.output.json(decision);
    return EXIT_CODES.answered;
  },
};

/** What is given here comes before the environment, which may hold the key of somebody else. */
function agentOf(
  { environment, options }: RunContext,
  { keyFile, url }: Pick<HookOptions, "keyFile" | "url">,
) {
  const key = keyFile === undefined ? environment.key : readAgentKey(keyFile);
  return connect({
    dataFolder: options.data,
    environment: { ...environment, key, url: url ?? environment.url },
    as: "agent",
  });
}
