import type { JsonObject } from "../../domain/json.ts";
import type { RegisteredTool, ToolRegistry } from "../registry/registry.ts";
import { errorLines } from "./error-lines.ts";
import { limitLines } from "./limit-lines.ts";
import type { Template } from "./template.ts";

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

interface Parameter {
  readonly description?: string;
  readonly type?: unknown;
}

/** What a model is told of a tool and its parameters, as Markdown. */
function toolLines({ tool, parameters }: RegisteredTool): readonly string[] {
  const { required = [] } = parameters as { readonly required?: readonly string[] };
  const taken = Object.entries((parameters["properties"] ?? {}) as Record<string, Parameter>);
  const lines = taken.map(([name, parameter]) => {
    const facts = [typeOf(parameter), required.includes(name) ? "required" : "optional"];
    return `- \`${name}\` (${facts.join(", ")}): ${parameter.description ?? ""}`.trimEnd();
  });
  return [
    tool.description,
    "",
    ...(lines.length === 0 ? ["It takes no arguments."] : lines),
    "",
    factsOf({ tool, parameters }),
  ];
}

function typeOf({ type }: Parameter): string {
  return typeof type === "string" ? type : "of several types";
}

function factsOf({
  tool: { annotations, timeoutMs },
}: {
  readonly tool: RegisteredTool["tool"];
  readonly parameters: JsonObject;
}): string {
  const { readOnly, repeatable, destructive = false } = annotations;
  return [
    readOnly ? "Changes nothing." : "Changes something.",
    ...(destructive ? ["Takes something back or away."] : []),
    ...(repeatable ? ["Repeating the same call has no second effect."] : []),
    ...(timeoutMs === Number.POSITIVE_INFINITY ? ["May wait for a person."] : []),
  ].join(" ");
}
