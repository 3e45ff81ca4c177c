import { Option } from "commander";
import { findTerminal, type Terminal } from "../../../channels/console/terminal.ts";
import { newIdempotencyKey } from "../../../client/idempotency-key.ts";
import { isEarshotError } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/id.ts";
import { inBytes } from "../../../domain/in-words.ts";
import { MAX_CONTENT_BYTES, MAX_TEXT_BYTES } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import {
  type AttachOptions,
  addAttach,
  attachmentsOf,
  isStandardInput,
  messageOf,
} from "../../liaison/attached-files.ts";
import type { Opening } from "../../liaison/converse.ts";
import { idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { ensureServer } from "../../terminal/ensure-server.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

interface LiaiseOptions extends AttachOptions {
  readonly agent?: string;
  readonly id?: ConversationId;
  readonly continue?: boolean;
  readonly stdin?: boolean;
}

export const liaise: CommandModule = {
  define: (program) =>
    addAttach(
      addCommand(program, {
        usage: "liaise [words...]",
        summary: "Say what you need, until it is clear; then what you think of the result",
        changes: true,
        more: `With words it begins a conversation with the liaison; a server is started where none runs. Without, it goes on with your newest one that is not completed. It stays until the conversation is completed (exit 0); Ctrl-D (exit 15) and Ctrl-C (exit 130) leave it open. A paste is one message, sent by Enter; - for words is all of standard input, as one message. One over ${inBytes(MAX_TEXT_BYTES)}, and up to ${inBytes(MAX_CONTENT_BYTES)}, is attached whole. Without a terminal, or with --json, it says the words, prints the reply and ends.`,
        examples: [
          'npx earshot liaise "I need a sales dashboard"',
          "npx earshot liaise",
          "npx earshot liaise --id cnv_01j…",
          'npx earshot liaise "I need a sales dashboard" --agent scout',
          'npx earshot liaise --id cnv_01j… "It is for executives." --json',
          'npx earshot liaise "Find out why it stops" --attach server.log',
          "npx earshot liaise - < request.txt",
        ],
      }),
    )
      .option("--agent <name>", "who is to do the task; whoever reports of it first where absent")
      .addOption(idOption("cnv", new Option("--id <id>", "go on with this conversation")))
      .option("--continue", "go on with your newest conversation that is not completed")
      .option("--stdin", "say each line of standard input, without a terminal"),

  async run(context, command) {
    const options = command.opts<LiaiseOptions>();
    const [words] = command.processedArgs as [readonly string[]];
    const text = words.length === 0 ? undefined : await messageOf(words);
    const fault = usageFault(options, text);
    if (fault !== undefined) return command.error(`error: ${fault}`);
    await ensureServer(context);
    if (options.stdin === true) return await fromStandardInput(context, options);
    const opening = await openingOf(context, options, text);
    if (context.options.json !== true && !isStandardInput(words)) {
      const terminal = terminalUnless(opening);
      if (terminal !== undefined) {
        const { converse } = await import("../../liaison/converse.ts");
        return await converse(context, terminal, opening);
      }
    }
    const { noteEnd, sayOnce } = await import("../../liaison/say-once.ts");
    const reply = await sayOnce(context, context.connectAs("operator"), opening);
    if (reply === undefined) return command.error("error: With --json give the words to say.");
    noteEnd(context, reply);
    return EXIT_CODES.answered;
  },
};

/** What is wrong with the options together, each of which may be right. */
function usageFault(options: LiaiseOptions, text: string | undefined): string | undefined {
  const { id, agent, stdin } = options;
  const goesOn = id !== undefined || options.continue === true;
  if (id !== undefined && options.continue === true) return "Give either --id or --continue.";
  if (agent !== undefined && (goesOn || (text === undefined && stdin !== true))) {
    return "--agent is told when a conversation begins: give the words that begin it.";
  }
  if (options.attach !== undefined && text === undefined) {
    return "--attach goes with words: say what the file is for.";
  }
  return stdin === true && text !== undefined
    ? "With --stdin the words are those of standard input."
    : undefined;
}

async function openingOf(
  context: RunContext,
  options: LiaiseOptions,
  text: string | undefined,
): Promise<Opening> {
  const { id, agent } = options;
  const key = context.options.idempotencyKey ?? newIdempotencyKey();
  const attached = attachmentsOf(options);
  const said = text === undefined ? {} : { words: text, ...attached };
  if (id !== undefined) return { kind: "go on", id, key, ...said };
  if (text !== undefined && options.continue !== true) {
    const input = { initial_message: text, ...attached, ...present({ agent }) };
    return { kind: "begin", input, key };
  }
  const { newestOpen } = await import("../../liaison/newest-open.ts");
  return { kind: "go on", id: await newestOpen(context.connectAs("operator")), key, ...said };
}

/** Undefined where there is none and one thing can be said without. */
function terminalUnless(opening: Opening): Terminal | undefined {
  try {
    return findTerminal(process, "stdout");
  } catch (error) {
    const hasWords = opening.kind === "begin" || opening.words !== undefined;
    if (hasWords && isEarshotError(error, "NO_TERMINAL")) return undefined;
    throw error;
  }
}

async function fromStandardInput(context: RunContext, options: LiaiseOptions): Promise<number> {
  const { sayLines } = await import("../../liaison/say-once.ts");
  const goesOn = options.id !== undefined || options.continue === true;
  const resumed = goesOn ? await openingOf(context, options, undefined) : undefined;
  return await sayLines(context, context.connectAs("operator"), (words) => {
    if (resumed?.kind === "go on") return { ...resumed, words };
    const { agent } = options;
    const input = { initial_message: words, ...present({ agent }) };
    return { kind: "begin", input, key: newIdempotencyKey() };
  });
}
