import type { RequestId } from "../../../domain/id.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const answerBack: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "answer-back",
      summary: "As the agent: answer what a person asked before they decide",
      changes: true,
      more: "Each such question is answered once. People see the answer as the agent's own words, which decide nothing.",
      examples: ['npx earshot answer-back req_01j… "Invoice 4711 of 3 November"'],
    })
      .addArgument(idArgument("req"))
      .argument("<text>", "the answer, exactly"),

  async run(context, command) {
    const [id, text] = command.processedArgs as [RequestId, string];
    const answered = await context.connectAs("agent").answerBack({ id, text }, context.call);
    if (context.options.json === true) context.output.json(answered);
    else context.output.note(`Answered. ${id} is still open: npx earshot wait ${id}.`);
    return EXIT_CODES.answered;
  },
};
