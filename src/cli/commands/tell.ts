import type { ConversationId } from "../../domain/id.ts";
import { addCommand, type CommandModule } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const tell: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "tell <text>",
      summary: "Say something that needs no answer",
      more: "Prints the id of the message.",
      examples: ['npx earshot tell "Backup finished, 214 files."'],
    }).option("--conversation <id>", "where to say it; the agent's own where absent"),

  async run(context, command) {
    const [text] = command.processedArgs as [string];
    const { conversation } = command.opts<{ conversation?: ConversationId }>();
    const message = await context
      .connectAs("agent")
      .tell({ text, ...(conversation === undefined ? {} : { conversation }) }, context.call);
    if (context.options.json === true) context.output.json(message);
    else context.output.line(message.id);
    return EXIT_CODES.answered;
  },
};
