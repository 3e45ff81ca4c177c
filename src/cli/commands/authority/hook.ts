import { text } from "node:stream/consumers";
import { Argument } from "commander";
import { readVariable } from "../../../compose/config.ts";
import { type AgentOptions, agentEnvironment } from "../../authority/agent-environment.ts";
import { answerHook, isForPeople } from "../../authority/answer-hook.ts";
import {
  type PermissionRequest,
  readPermissionRequest,
} from "../../authority/permission-request.ts";
import { longestHoldMs, readClaudeSettings } from "../../init/claude-settings.ts";
import { findPlaces } from "../../init/places.ts";
import { addCommand, type CommandModule, duration } from "../../terminal/command.ts";
import { connect } from "../../terminal/connect.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

interface HookOptions extends AgentOptions {
  readonly name: string;
  readonly hold?: number;
}

/** A person waits at the computer meanwhile: longer a server that is away is not called again. */
const RETRY_MS = 2_000;

export const hook: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "hook",
      summary: "Seek an authorization of what a client's hook is about",
      without: ["json", "plain"],
      more: "Run by the client, which writes the request to standard input; npx earshot init claude-code sets it up. The policy and people decide, as on every action: what is allowed has been redeemed, a rejection carries its reason, and AskUserQuestion becomes a question. Without a decision in time, or without a server, nothing is printed, and the client's own dialogue decides; the request stays open, and the same call joins it. It waits 5 seconds less than the settings of the client let it run. In bypass mode the client runs no such hook.",
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
      .option(
        "--hold <duration>",
        "wait at most so long, also where the client would let it wait longer",
        duration,
      ),

  async run(context, command) {
    const { name, hold = Number.POSITIVE_INFINITY, ...options } = command.opts<HookOptions>();
    const call = readPermissionRequest(await text(process.stdin));
    if (!isForPeople(call, { name })) return EXIT_CODES.answered;
    const earshot = connect({
      dataFolder: context.options.data,
      environment: agentEnvironment(context.environment, options),
      as: "agent",
      retryForMs: RETRY_MS,
    });
    const { signal, output } = context;
    const holdMs = Math.min(hold, leftMs(call));
    await answerHook(earshot, call, { name, holdMs, signal, write: output.json });
    return EXIT_CODES.answered;
  },
};

/** The client counts from when it started this process. */
function leftMs({ folder }: PermissionRequest): number {
  const places = findPlaces();
  const project = readVariable("CLAUDE_PROJECT_DIR") ?? folder ?? places.project;
  const settings = readClaudeSettings({ ...places, project });
  return longestHoldMs(settings) - Math.ceil(performance.now());
}
