import { present } from "../../domain/present.ts";
import type { ToolFacts } from "../../ports/earshot/agent-surface.ts";
import type { RegisteredTool } from "./registry.ts";

/** A copy of what programs and models are told of a tool, for the caller to keep. */
export function toolFacts(registered: RegisteredTool, forPeople?: true): ToolFacts {
  const { tool, parameters } = registered;
  const { readOnly, repeatable, destructive = false, openWorld = false } = tool.annotations;
  return {
    name: tool.name,
    title: tool.title ?? titleOf(tool.name),
    description: tool.description,
    inputSchema: structuredClone(parameters),
    get outputSchema() {
      return structuredClone(registered.result);
    },
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: repeatable,
      openWorldHint: openWorld,
    },
    rights: tool.rights ?? [],
    waits: tool.timeoutMs === Number.POSITIVE_INFINITY,
    ...present({ forPeople }),
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
