import { Command, CommanderError } from "commander";
import { VERSION } from "../compose/version.ts";
import { EarshotError, isEarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { COMMAND_GROUPS, COMMANDS, type CommandEntry } from "./commands.ts";
import type { CommandModule } from "./terminal/command.ts";
import { EXIT_CODES, exitCodeOf } from "./terminal/exit-codes.ts";
import type { Streams } from "./terminal/output.ts";
import type { GivenOptions, RunContext } from "./terminal/run-context.ts";

export interface ProgramOptions {
  /** Gets the exit code of the command that ran. */
  readonly finish: (code: number) => void;
  readonly signal: AbortSignal;
  /** What the program is called with: loads what that needs. All commands where absent. */
  readonly args?: readonly string[];
  /** Those of the process where absent. */
  readonly streams?: Streams;
}

/** The command line. */
export async function createProgram({
  finish,
  signal,
  args,
  streams = process,
}: ProgramOptions): Promise<Command> {
  const program = new Command("earshot")
    .description("Keeps a person within earshot of every AI agent.")
    .version(VERSION)
    .helpCommand("help [command]", "show how a command is used")
    .commandsGroup("The terminal:")
    .addHelpText("after", "\nMore: npx earshot help <command>, and the guides in docs/.")
    .showSuggestionAfterError()
    .showHelpAfterError("(--help shows how)")
    // A command that has commands of its own must not take the options of these for its own.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      writeErr: (text) => void streams.stderr.write(text),
    })
    .exitOverride();

  function run(command: Command, module: CommandModule): void {
    command.exitOverride().action(async () => {
      // Late: help and version have no use for a client.
      const { createRunContext, outputOf } = await import("./terminal/run-context.ts");
      const given = command.opts<GivenOptions>();
      let context: RunContext | undefined;
      try {
        const takesFolder = command.options.some(({ long }) => long === "--data");
        context = createRunContext(given, signal, { streams, takesFolder });
        const { resolveReferences } = await import("./terminal/resolve-reference.ts");
        await resolveReferences(context, command);
        finish(await module.run(context, command));
      } catch (error) {
        if (error instanceof CommanderError) throw error;
        const output = outputOf(given, streams);
        finish(await report(error, { output, signal, ...present({ context }) }));
      }
    });
  }

  function add(parent: Command, entry: CommandEntry): void {
    const command = entry.define(parent);
    if ("run" in entry) run(command, entry);
    if (entry.commands === undefined) return;
    for (const inner of entry.commands) add(command, inner);
    // Commands have taken over the shorter hint by now.
    command.showHelpAfterError(GROUP_HINT);
  }

  for (const entry of await Promise.all(neededFor(args).map((load) => load()))) add(program, entry);
  for (const command of program.commands) {
    const group = Object.entries(COMMAND_GROUPS).find(([, names]) =>
      names.includes(command.name()),
    );
    command.helpGroup(`${group?.[0]}:`);
  }
  return program.showHelpAfterError(GROUP_HINT);
}

/** The command that is called; all of them where help is asked for, or a name is not known. */
function neededFor(args: readonly string[] = []): readonly (() => Promise<CommandEntry>)[] {
  const [name = ""] = args;
  if (VERSION_FLAGS.includes(name)) return [];
  // The script that completes names has to know them all.
  const isAlone = Object.hasOwn(COMMANDS, name) && name !== "completions";
  const names = isAlone ? [name] : Object.values(COMMAND_GROUPS).flat();
  return names.map((one) => COMMANDS[one] as () => Promise<CommandEntry>);
}

/** Of what has commands behind it. */
const GROUP_HINT = "(--help shows how; options stand behind the command)";
const VERSION_FLAGS = ["-V", "--version"];

interface Failed extends Pick<RunContext, "output" | "signal"> {
  /** As far as the command has come. */
  readonly context?: RunContext;
}

async function report(thrown: unknown, { output, signal, context }: Failed): Promise<number> {
  if (signal.aborted) return EXIT_CODES.interrupted;
  const { toldSystemFault } = await import("./terminal/system-fault.ts");
  const error = toldSystemFault(thrown);
  if (context !== undefined && isEarshotError(error)) {
    const { refusedHere } = await import("./terminal/voice-here.ts");
    output.error(error, refusedHere(context.environment, error));
  } else {
    output.error(error);
  }
  if (!(error instanceof EarshotError) && error instanceof Error) output.note(error.stack ?? "");
  return exitCodeOf(error);
}

/** The exit code of what commander throws: help and version end well, the rest is wrong usage. */
export function usageExitCode(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error;
  return error.exitCode === 0 ? EXIT_CODES.answered : EXIT_CODES.usage;
}
