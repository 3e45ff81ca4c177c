import { ENGLISH } from "../../../channels/console/voice.ts";
import { addCommand, type CommandModule, wholeNumber } from "../../terminal/command.ts";
import { eventLine } from "../../terminal/event-line.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const events: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "events",
      summary: "Print the log of events",
      more: "Ends at the end of the log unless told to follow.",
      examples: [
        "npx earshot events",
        "npx earshot events --follow",
        "npx earshot events --after 120 --json",
      ],
    })
      .option("--follow", "go on with what is appended")
      .option("--after <number>", "only events behind this one", wholeNumber(0), 0),

  async run(context, command) {
    const { follow, after } = command.opts<{ follow?: boolean; after: number }>();
    const { output, signal, options } = context;
    const stream = await context
      .connectAs("operator")
      .events({ after, follow: follow === true }, { signal });
    for await (const event of stream) {
      if (options.json === true) output.json(event);
      else output.line(eventLine(event, output.style, ENGLISH));
    }
    return signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.answered;
  },
};
