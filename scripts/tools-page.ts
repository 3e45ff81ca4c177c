import { TOOL_ERRORS } from "../src/tools/registry/error-types.ts";
import { signature } from "../src/tools/registry/explain-issues.ts";
import { createToolRegistry, type RegisteredTool } from "../src/tools/registry/registry.ts";
import type { Tool } from "../src/tools/registry/tool.ts";
import { TOOL_SETS, type ToolSetName } from "../src/tools/sets.ts";
import { NOTE, table } from "./page-parts.ts";

/** The page of the tools that an agent can be given. */
export function toolsPage(): string {
  const sets = Object.entries(TOOL_SETS).map(([name, tools]) => {
    const { tools: registered } = createToolRegistry(tools);
    const sections = registered.map((tool) => toolSection(name, tool));
    return [`## The set \`${name}\``, ABOUT[name as ToolSetName], ...sections].join("\n\n");
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

const ABOUT: Readonly<Record<ToolSetName, string>> = {
  classic:
    "A memory, and a person to ask. Each result is text. For agents whose own loop calls the tools.",
  hub: "People to tell, on the channels that are set up. The result is text. For agents whose own loop calls the tools, beside the set `classic`.",
  host: "What `earshot host` gives the agents that it runs, beside `message`. They work within a session of a host alone. The result is text. A worker holds none of those that reach people.",
  interaction:
    "People to ask, for agents that call from anywhere: over MCP, and over HTTP as `POST /v1/tools/NAME` with the arguments as the body. Each result is an envelope `{ status, action, data, timestamp }`: `status` is `success`, `error`, or what has become of a request. Answers that came meanwhile ride on every result in `data.late_answers`, until `check_messages` acknowledges them. `GET /capabilities` tells of these tools with their schemas, and `GET /capabilities?search=WORDS` finds those for a need.",
};

function waitsOf(set: string, { timeoutMs }: Tool): string {
  if (timeoutMs !== Number.POSITIVE_INFINITY) return "";
  return set === "classic"
    ? "Waits as long as it takes."
    : "Waits for the hold of its key at most.";
}

function toolSection(name: string, { tool, parameters }: RegisteredTool): string {
  const properties = (parameters["properties"] ?? {}) as Record<string, { description: string }>;
  const required = (parameters["required"] ?? []) as readonly string[];
  const rows = Object.entries(properties).map(([parameter, { description }]) => [
    `\`${parameter}\`${required.includes(parameter) ? "" : "?"}`,
    description,
  ]);
  const facts = [
    tool.annotations.readOnly ? "Changes nothing." : "",
    tool.annotations.repeatable
      ? "A call that is repeated with the same id has no second effect."
      : "",
    tool.annotations.destructive === true ? "Takes something back." : "",
    tool.annotations.openWorld === true ? "Reaches people." : "",
    waitsOf(name, tool),
  ].filter((fact) => fact !== "");
  return [
    `### ${tool.name}`,
    tool.description,
    rows.length === 0 ? signature(tool.name, parameters) : table(["parameter", ""], rows),
    facts.join(" "),
  ].join("\n\n");
}
