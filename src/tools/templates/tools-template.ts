import type { ToolRegistry } from "../registry/registry.ts";
import { errorLines } from "./error-lines.ts";
import { limitLines } from "./limit-lines.ts";
import type { Template } from "./template.ts";
import { toolLines } from "./tool-lines.ts";

export const TOOLS_FILE = "TOOLS.md";

/** What an agent holds, tool by tool. */
export function toolsTemplate(registry: ToolRegistry): Template {
  const sections = registry.tools.map((registered) =>
    [`## ${registered.tool.name}`, "", ...toolLines(registered)].join("\n"),
  );
  const text = [
    "# Tools",
    "You reach people through Earshot, with these tools. What is not here is not there.",
    ["## What holds for all of them", "", ...limitLines(registry)].join("\n"),
    ...sections,
    [
      "## When a call fails",
      "",
      "A failed call has a result like any other; it says what was wrong and what to do. It never ends your work.",
      "",
      ...errorLines(),
    ].join("\n"),
  ].join("\n\n");
  return { path: TOOLS_FILE, text: `${text}\n` };
}
