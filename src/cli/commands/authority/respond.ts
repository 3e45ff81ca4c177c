import type { RequestId } from "../../../domain/id.ts";
import { tellClosed } from "../../authority/reject-each.ts";
import { requireDecide } from "../../authority/require-decide.ts";
import {
  addHoldOptions,
  HELD_HELP,
  type HoldOption,
  holding,
  notSent,
  sentOf,
} from "../../requests/hold-here.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

export const respond: CommandModule = {
  define: (program) =>
    addHoldOptions(
      addCommand(program, {
        usage: "respond",
        summary: "Answer in place of the tool that an agent wants to run",
        changes: true,
        more: `The tool never runs, and nothing is approved: the agent goes on with your words, marked as a person's. Whoever may reject it may. ${HELD_HELP}`,
        examples: ['npx earshot respond req_01j… "It was paid yesterday: receipt 4711"'],
      }),
    )
      .addArgument(idArgument("req"))
      .argument("<text>", "what the agent is told, exactly"),

  async run(context, command) {
    const [id, text] = command.processedArgs as [RequestId, string];
    const earshot = context.connectAs("operator");
    requireDecide(context, await earshot.whoami());
    const held = holding(context, command.opts<HoldOption>());
    const decided = await earshot.respond({ id, text, ...held }, context.call);
    const speaking = { ...context, voice: await voiceHere(context, earshot) };
    const [responded] = await sentOf(speaking, earshot, [decided]);
    if (responded === undefined) return notSent(context);
    tellClosed(speaking, responded);
    return EXIT_CODES.answered;
  },
};
