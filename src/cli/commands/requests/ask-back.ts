import type { RequestId } from "../../../domain/id.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

export const askBack: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "ask-back",
      summary: "Ask the agent something about an open request, before you decide",
      changes: true,
      more: "The request stays open, and its time goes on. The agent may answer once; its answer is shown as its own words, and you are asked again. Words never decide.",
      examples: ['npx earshot ask-back req_01j… "Which invoice is it for?"'],
    })
      .addArgument(idArgument("req"))
      .argument("<text>", "the question, exactly"),

  async run(context, command) {
    const [id, text] = command.processedArgs as [RequestId, string];
    const earshot = context.connectAs("operator");
    const asked = await earshot.askBack({ id, text }, context.call);
    if (context.options.json === true) context.output.json(asked);
    else {
      const { own } = await voiceHere(context, earshot);
      context.output.note(own.say("done.asked", { id }));
    }
    return EXIT_CODES.answered;
  },
};
