import { Option } from "commander";
import type { ConversationId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { ListedAgent } from "../../../ports/earshot/inbox.ts";
import { idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const tell: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "tell <text>",
      summary: "Say something that needs no answer",
      changes: true,
      more: "Prints the id of the message. Said twice it is two messages; one --idempotency-key says it once. With --agent an operator says it to that agent, which hears of it with its next call of a tool.",
      examples: [
        'npx earshot tell "Backup finished, 214 files."',
        'npx earshot tell --agent cursor "Stop after this step."',
      ],
    })
      .option("--conversation <id>", "where to say it; the agent's own where absent")
      .addOption(
        idOption("agent", new Option("--agent <name>", "say it as the operator, to this agent")),
      ),

  async run(context, command) {
    const [text] = command.processedArgs as [string];
    const { conversation, agent } = command.opts<{
      conversation?: ConversationId;
      agent?: Pick<ListedAgent, "principal">;
    }>();
    const place = { ...present({ conversation, agent: agent?.principal.name }) };
    const message = await context
      .connectAs(agent === undefined ? "agent" : "operator")
      .tell({ text, ...place }, context.call);
    if (context.options.json === true) context.output.json(message);
    else context.output.line(message.id);
    return EXIT_CODES.answered;
  },
};
