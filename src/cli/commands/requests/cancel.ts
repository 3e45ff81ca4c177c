import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const cancel: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "cancel",
      summary: "Take a request back",
      changes: true,
      more: "The agent's key takes back what that agent asked. An owner takes back any request, by a key of theirs in EARSHOT_KEY.",
      examples: ['npx earshot cancel req_01j… --reason "found it myself"'],
    })
      .addArgument(idArgument("req", "<id>", "agent"))
      .option("--reason <text>", "why, for the people who were asked"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { reason } = command.opts<{ reason?: string }>();
    const cancelled = await context
      .connectAs("agent")
      .cancel({ id, ...present({ reason }) }, context.call);
    if (context.options.json === true) context.output.json(cancelled);
    else context.output.note(`Cancelled ${cancelled.id}.`);
    return EXIT_CODES.answered;
  },
};
