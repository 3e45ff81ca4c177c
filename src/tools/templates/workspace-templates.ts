import type { RegisteredTool, ToolRegistry } from "../registry/registry.ts";
import { errorLines } from "./error-lines.ts";
import { limitLines } from "./limit-lines.ts";
import type { Template } from "./template.ts";
import { TOOLS_FILE, toolsTemplate } from "./tools-template.ts";

/** The files that teach an agent the tools of a registry: what they do, take and cannot do. */
export function workspaceTemplates(registry: ToolRegistry): readonly Template[] {
  return [toolsTemplate(registry), skillTemplate(registry)];
}

const NAME = "earshot";

/** When to use which tool, for agents that read skills. */
function skillTemplate(registry: ToolRegistry): Template {
  const text = [
    ["---", `name: ${NAME}`, `description: ${descriptionOf(registry)}`, "---"].join("\n"),
    "# Reach people through Earshot",
    `[${TOOLS_FILE}](../../${TOOLS_FILE}) says what each tool takes.`,
    ["## Which tool", "", ...registry.tools.map(useLine)].join("\n"),
    ["## What they cannot do", "", ...limitLines(registry)].join("\n"),
    ["## When a call fails", "", ...errorLines()].join("\n"),
  ].join("\n\n");
  return { path: `skills/${NAME}/SKILL.md`, text: `${text}\n` };
}

/** One line of YAML, so it must contain neither a colon before a space nor a number sign. */
function descriptionOf({ tools }: ToolRegistry): string {
  const names = tools.map(({ tool }) => tool.name).join(", ");
  return `Reach the people you work for through Earshot. Use it when something needed is missing, ambiguous or contradictory, when a step cannot be undone, or when people should hear of progress or a result. Covers the tools ${names}, and what none of them can do.`;
}

function useLine({ tool }: RegisteredTool): string {
  const [first = ""] = tool.description.split(/(?<=\.) /);
  return `- \`${tool.name}\`: ${first}`;
}
