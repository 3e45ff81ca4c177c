import { hash } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ModelTool } from "../../ports/model/model.ts";
import { createToolDispatcher, type ToolDispatcher } from "../../tools/registry/dispatcher.ts";
import { readArguments } from "../../tools/registry/read-arguments.ts";
import {
  createToolRegistry,
  type RegisteredTool,
  type ToolRegistry,
} from "../../tools/registry/registry.ts";
import type { Tool, ToolHolder, ToolListener } from "../../tools/registry/tool.ts";
import { TOOL_SETS } from "../../tools/sets.ts";

export interface SessionTools {
  readonly registry: ToolRegistry;
  readonly dispatcher: ToolDispatcher;
  /** As the model sees them. */
  readonly definitions: readonly ModelTool[];
}

export interface SessionToolsOptions {
  readonly names: readonly string[];
  /** Tools in addition to the sets; they come before one of the same name. */
  readonly tools?: readonly Tool[];
  readonly holder?: ToolHolder;
  readonly listeners?: readonly ToolListener[];
}

/** Throws INVALID_INPUT for a name that no tool has. */
export function openTools(options: SessionToolsOptions): SessionTools {
  const { names, tools = [], holder = "agent", listeners = [] } = options;
  const { host, hub, classic, interaction } = TOOL_SETS;
  const known: readonly Tool[] = [...tools, ...host, ...hub, ...classic, ...interaction];
  const chosen = [...new Set(names)].map((name) => {
    const tool = known.find((one) => one.name === name);
    if (tool !== undefined) return tool;
    throw new EarshotError("INVALID_INPUT", `There is no tool ${JSON.stringify(name)}.`);
  });
  const registry = createToolRegistry(chosen);
  const dispatcher = createToolDispatcher({ registry, holder, listeners });
  const definitions = dispatcher
    .getToolDefinitions("mcp")
    .map(({ name, description, inputSchema }) => ({ name, description, input: inputSchema }));
  return { registry, dispatcher, definitions };
}

/**
 * The arguments of a call as its tool takes them, before and after its schema; undefined if it does
 * not.
 */
export function inputOf(
  { input }: RegisteredTool,
  args: unknown,
): { readonly args: JsonObject; readonly input: Readonly<Record<string, unknown>> } | undefined {
  const read = readArguments(args);
  if (!read.ok) return undefined;
  const parsed = input.safeParse(read.args);
  return parsed.success ? { args: read.args, input: parsed.data } : undefined;
}

/** Digest of a tool's definition: what was approved for another definition does not run. */
export function definitionHash({ tool, parameters }: RegisteredTool): string {
  const { name, description } = tool;
  return hash("sha256", JSON.stringify(["earshot.tool.v1", name, description, parameters]), "hex");
}
