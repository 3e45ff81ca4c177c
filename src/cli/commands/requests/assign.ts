import { Argument } from "commander";
import type { Voice } from "../../../channels/console/voice.ts";
import type { RequestId } from "../../../domain/id.ts";
import type { Assignment } from "../../../domain/inbox/assignment.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

export const assign: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "assign",
      summary: "Give a request to a colleague",
      changes: true,
      more: "They have to be able to decide or answer it; if not, you are told who can. They are told where they are reached, and whoever could decide it still can. Without a name it is nobody's in particular again.",
      examples: ["npx earshot assign req_01j… ana", "npx earshot assign req_01j…"],
    })
      .addArgument(idArgument("req"))
      .addArgument(new Argument("[name]", "an operator")),

  async run(context, command) {
    const [id, to] = command.processedArgs as [RequestId, string | undefined];
    const earshot = context.connectAs("operator");
    const { output, options } = context;
    const done =
      to === undefined
        ? await earshot.unassign({ id }, context.call)
        : await earshot.assign({ id, to }, context.call);
    if (options.json === true) output.json(done);
    else output.note(wordsOf(id, done, await voiceHere(context, earshot)));
    return EXIT_CODES.answered;
  },
};

function wordsOf(
  id: RequestId,
  done: Assignment | { readonly unassigned: boolean },
  { own }: Voice,
): string {
  if (!("to" in done)) {
    return own.say(done.unassigned ? "done.unassigned" : "done.not_assigned", { id });
  }
  if (done.to.principal === done.by.principal) return own.say("done.assigned_me", { id });
  return own.say("done.assigned", { id, name: oneLine(done.to.name, 80) });
}
