import { Option } from "commander";
import type { ToolSetName } from "../../../tools/sets.ts";
import type { TemplatesOptions } from "../../setup/write-templates.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";

const SETS = {
  classic: true,
  hub: true,
  interaction: true,
  host: true,
} satisfies Record<ToolSetName, true>;

export const templates: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "templates [folder]",
      summary: "Write the files that teach an agent its tools",
      without: ["data", "plain"],
      more: "TOOLS.md and skills/earshot/SKILL.md, in this folder where none is named: every tool and parameter, what fails how, and what no tool can do. Needs no server. Run it again after an upgrade; what a person has changed stays, unless forced.",
      examples: [
        "npx earshot templates",
        "npx earshot templates agents/scout --set classic hub",
        "npx earshot templates --force",
      ],
    })
      .addOption(
        new Option("--set <names...>", "the sets of tools that the agent holds")
          .choices(Object.keys(SETS))
          .default(["interaction"]),
      )
      .option("--force", "write over what a person has changed"),

  async run(context, command) {
    const [folder = "."] = command.processedArgs as [string | undefined];
    // Loaded late: no other command has to wait for the tools.
    const { writeTemplates } = await import("../../setup/write-templates.ts");
    return writeTemplates(context, folder, command.opts<TemplatesOptions>());
  },
};
