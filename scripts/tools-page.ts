import { TOOL_ERRORS } from "../src/tools/error-types.ts";
import { signature } from "../src/tools/explain-issues.ts";
import { createToolRegistry, type RegisteredTool } from "../src/tools/registry.ts";
import { TOOL_SETS } from "../src/tools/sets.ts";
import { NOTE, table } from "./page-parts.ts";

/** The page of the tools that an agent can be given. */
export function toolsPage(): string {
  const sets = Object.entries(TOOL_SETS).map(([name, tools]) => {
    const { tools: registered } = createToolRegistry(tools);
    return [`## The set \`${name}\``, ...registered.map(toolSection)].join("\n\n");
  });
  return `${NOTE}

# Tools

What an agent can be given, in sets. \`getToolDefinitions\` tells a model of them in the format of its API; [the guide](../guides/tools.md) shows how.

${sets.join("\n\n")}

## Errors

A call that fails has a result like any other: \`{ tool_name, error_type, message, recoverable }\`, and as the text for the model \`Error (TYPE): MESSAGE\`.

${table(
  ["error_type", "what happened", "recoverable"],
  Object.entries(TOOL_ERRORS).map(([type, { meaning, recoverable }]) => [
    `\`${type}\``,
    meaning,
    recoverable ? "yes" : "no",
  ]),
)}
`;
}

function toolSection({ tool, parameters }: RegisteredTool): string {
  const properties = (parameters["properties"] ?? {}) as Record<string, { description: string }>;
  const rows = Object.entries(properties).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ]);
  const facts = [
    tool.annotations.readOnly ? "Changes nothing." : "",
    tool.annotations.repeatable
      ? "A call that is repeated with the same id has no second effect."
      : "",
    tool.timeoutMs === Number.POSITIVE_INFINITY ? "Waits as long as it takes." : "",
  ].filter((fact) => fact !== "");
  return [
    `### ${tool.name}`,
    tool.description,
    rows.length === 0 ? signature(tool.name, parameters) : table(["parameter", ""], rows),
    facts.join(" "),
  ].join("\n\n");
}
