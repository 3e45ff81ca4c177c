import type { RequestId } from "../../../domain/id.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const separate: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "separate",
      summary: "Take an agent's question out of those that share an answer",
      changes: true,
      examples: ["npx earshot separate req_01j…"],
    }).addArgument(idArgument("req")),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const request = await context.connectAs("operator").separate({ id }, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(request);
    else output.note(`The question of ${oneLine(request.agentName, 80)} is asked by itself now.`);
    return EXIT_CODES.answered;
  },
};
