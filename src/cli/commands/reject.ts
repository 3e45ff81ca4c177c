import type { RequestId } from "../../domain/id.ts";
import { addCommand, type CommandModule } from "../command.ts";
import { requireDecide } from "../decide/require-decide.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { idArgument } from "../id-argument.ts";

export const reject: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "reject",
      summary: "Reject an authorization",
      more: "One rejection ends it, however many have approved.",
      examples: ['npx earshot reject req_01j… --reason "Wrong user: see ticket 812"'],
    })
      .addArgument(idArgument("req"))
      .requiredOption("--reason <text>", "why; the agent is told"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const { reason } = command.opts<{ reason: string }>();
    const earshot = context.connectAs("operator");
    requireDecide(context, await earshot.whoami());
    const rejected = await earshot.reject({ id, reason }, context.call);
    if (context.options.json === true) context.output.json(rejected);
    else context.output.note(`Rejected ${rejected.id}.`);
    return EXIT_CODES.answered;
  },
};
