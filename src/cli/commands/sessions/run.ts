import { addCommand, type CommandModule } from "../../terminal/command.ts";

export const run: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "run <file>",
      summary: "Run an experiment: a model with tools, for a number of cycles",
      more: "An unfinished run of the same file is taken up where it stopped, however it stopped. On a terminal this is also the operator's console for the questions of the run; elsewhere they wait for an answer from anywhere. Starts a server where none runs. Ctrl-C stops the run (exit 130). With --json standard output gets the records of the log.",
      examples: ["npx earshot run experiment.yaml", "npx earshot run experiment.yaml --new"],
    }).option("--new", "begin another run, also where one is unfinished"),

  async run(context, command) {
    const [path] = command.processedArgs as [string];
    const { new: isNew } = command.opts<{ new?: boolean }>();
    // Loaded late: no other command has to wait for what only an experiment needs.
    const { runFile } = await import("../../sessions/run-file.ts");
    return await runFile(context, { path, isNew: isNew === true });
  },
};
