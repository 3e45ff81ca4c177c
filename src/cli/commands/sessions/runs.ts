import { Argument, Command } from "commander";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";

/** The group; its commands follow. */
export function defineRuns(program: Command): Command {
  return program
    .command("runs")
    .summary("Look at runs of experiments")
    .description("Look at runs of experiments; without a command it lists them.");
}

/** Loaded late: no other command has to wait for what only looking at runs needs. */
const looking = () => import("../../sessions/look-at-runs.ts");

function runArgument(usage = "[run]"): Argument {
  const otherwise = usage.startsWith("[") ? "; without it the newest" : "";
  return new Argument(usage, `id of a run, or its beginning${otherwise}`);
}

function shown(command: Command): { run: string | undefined; isFull: boolean } {
  const [run] = command.processedArgs as [string | undefined];
  return { run, isFull: command.opts<{ full?: boolean }>().full === true };
}

export const listRuns: CommandModule = {
  define(runs) {
    // The group itself lists, so its command is made apart and added as the default.
    const parent = new Command().copyInheritedSettings(runs);
    const command = addCommand(parent, {
      usage: "list",
      summary: "List runs, newest first",
      more: "Elapsed time is time at work: what lies between a kill or stop and the resumption does not count. A run that is unfinished goes on with the next npx earshot run of its file.",
      examples: ["npx earshot runs", "npx earshot runs --limit 5", "npx earshot runs list --json"],
    }).option("--limit <count>", "how many at most", wholeNumber(1), 50);
    runs.addCommand(command, { isDefault: true });
    return command;
  },

  async run(context, command) {
    const { limit } = command.opts<{ limit: number }>();
    return await (await looking()).list(context, limit);
  },
};

export const showRun: CommandModule = {
  define: (runs) =>
    addCommand(runs, {
      usage: "show",
      summary: "Show what happened in a run",
      more: "In the margin: time since the start, tokens read and tokens written. Prompts, arguments and results are cut to a line unless --full is given. With --json the records of the log, one a line.",
      examples: ["npx earshot runs show", "npx earshot runs show run_01k… --full"],
    })
      .option("--full", "prompts, arguments and results whole")
      .addArgument(runArgument()),

  async run(context, command) {
    return await (await looking()).show(context, shown(command));
  },
};

export const followRun: CommandModule = {
  define: (runs) =>
    addCommand(runs, {
      usage: "follow",
      summary: "Show a run from its beginning and go on with what happens",
      more: "Ends when the run has finished or was stopped; Ctrl-C ends it earlier (exit 130) and leaves the run alone. A whole id is waited for where there is no such run yet.",
      examples: ["npx earshot runs follow", "npx earshot runs follow run_01k… --json"],
    })
      .option("--full", "prompts, arguments and results whole")
      .addArgument(runArgument()),

  async run(context, command) {
    return await (await looking()).follow(context, shown(command));
  },
};

export const compareTwoRuns: CommandModule = {
  define: (runs) =>
    addCommand(runs, {
      usage: "compare",
      summary: "Compare two runs side by side",
      more: "What was changed in the experiment, and what came of it.",
      examples: ["npx earshot runs compare run_01k2… run_01k3…"],
    })
      .addArgument(runArgument("<a>"))
      .addArgument(runArgument("<b>")),

  async run(context, command) {
    const [a, b] = command.processedArgs as [string, string];
    return await (await looking()).compare(context, [a, b]);
  },
};

export const reportRun: CommandModule = {
  define: (runs) =>
    addCommand(runs, {
      usage: "report",
      summary: "Write a page about a run that any browser shows",
      more: "One file that needs nothing else: no script, nothing from elsewhere. Prints the file's name.",
      examples: ["npx earshot runs report", "npx earshot runs report run_01k… -o report.html"],
    })
      .option("-o, --output <file>", "file to write, - for standard output (run_….html)")
      .addArgument(runArgument()),

  async run(context, command) {
    const { run } = shown(command);
    const { output: file } = command.opts<{ output?: string }>();
    return await (await looking()).report(context, { run, file });
  },
};
