import { skillLines } from "../../sessions/skill-lines.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const skills: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "skills",
      summary: "See how often agents read their skills",
      more: "How often in the last day, week and month, and what to do about a skill that nobody reads.",
      examples: ["npx earshot skills", "npx earshot skills --agent scout"],
    }).option("--agent <name>", "only those of this agent"),

  async run(context, command) {
    const { agent } = command.opts<{ agent?: string }>();
    const { output, options } = context;
    const used = await context.connectAs("operator").skillUse(agent === undefined ? {} : { agent });
    if (options.json === true) output.json(used);
    else {
      for (const item of used.items) {
        for (const line of skillLines(item, output.style)) output.line(line);
      }
      if (used.items.length === 0) output.note("No host has made an agent's skills known yet.");
    }
    return EXIT_CODES.answered;
  },
};
