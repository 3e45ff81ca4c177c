import type { RequestId } from "../../../domain/id.ts";
import { inTime } from "../../../domain/in-words.ts";
import { UNDO_MS } from "../../../domain/limits.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

export const undo: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "undo",
      summary: "Take back what you just answered or decided, while it is held",
      changes: true,
      more: `What you decide on the page, on a console, in a chat or by command at a terminal is held for ${inTime(UNDO_MS)}, and nobody is told before. It does not matter where you decided. Afterwards it stands: npx earshot revoke takes back an approval that was not used.`,
      examples: ["npx earshot undo req_01j…"],
    }).addArgument(idArgument("req")),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const earshot = context.connectAs("operator");
    const request = await earshot.undo({ id }, context.call);
    if (context.options.json === true) context.output.json(request);
    else {
      const { own } = await voiceHere(context, earshot);
      context.output.note(own.say("hold.back", { id }));
    }
    return EXIT_CODES.answered;
  },
};
