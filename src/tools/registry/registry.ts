import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { MAX_TOOL_NAME_LENGTH } from "../../domain/limits.ts";
import type { Tool } from "./tool.ts";

/** Names that every model API accepts for a function. */
const NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** A tool with everything derived from it. */
export interface RegisteredTool {
  readonly tool: Tool;
  /** The tool's input, which refuses unknown fields. */
  readonly input: z.ZodObject;
  /** The same as JSON Schema (draft 2020-12): the only source of every definition. */
  readonly parameters: JsonObject;
  /** The tool's output as JSON Schema, without what that cannot express. */
  readonly result: JsonObject;
}

export interface ToolRegistry {
  /** In the order in which they were registered. */
  readonly tools: readonly RegisteredTool[];
  find(name: string): RegisteredTool | undefined;
}

/**
 * The tools of an agent by their names. Throws INVALID_INPUT for a name that some model API
 * refuses, for a name that is already taken, and for an input that JSON Schema cannot express.
 * @example
 * ```ts
 * import { createToolRegistry, TOOL_SETS } from "earshot/tools";
 *
 * const registry = createToolRegistry([...TOOL_SETS.classic, ...TOOL_SETS.hub]);
 * console.log(registry.tools.map(({ tool }) => tool.name));
 * ```
 */
export function createToolRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, RegisteredTool>();
  for (const tool of tools) {
    checkName(tool.name);
    if (byName.has(tool.name)) {
      throw new EarshotError(
        "INVALID_INPUT",
        `Two tools are named "${tool.name}". Rename one of them, or leave it out.`,
        { details: { tool: tool.name } },
      );
    }
    const known = registered.get(tool) ?? register(tool);
    registered.set(tool, known);
    byName.set(tool.name, known);
  }
  return { tools: [...byName.values()], find: (name) => byName.get(name) };
}

/** Most tools stand in several registries, and to derive their schemas takes most of making one. */
const registered = new WeakMap<Tool, RegisteredTool>();

function register(tool: Tool): RegisteredTool {
  const input = tool.input.strict();
  let result: JsonObject | undefined;
  return {
    tool,
    input,
    parameters: parametersOf(tool.name, input),
    // Made on demand: few callers need it, and making it for every tool would slow each start.
    get result() {
      result ??= resultOf(tool);
      return result;
    },
  };
}

/** Whether a tool can have this name. */
export function isToolName(name: string): boolean {
  return NAME.test(name);
}

function checkName(name: string): void {
  if (isToolName(name)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(name)} cannot be the name of a tool. Begin it with a letter or _ and go on with letters, digits, _ and -, at most ${MAX_TOOL_NAME_LENGTH} characters.`,
    { details: { tool: name } },
  );
}

function resultOf({ output }: Tool): JsonObject {
  const { $schema: _, ...result } = z.toJSONSchema(output, {
    target: "draft-2020-12",
    io: "output",
    unrepresentable: "any",
  });
  return JSON.parse(JSON.stringify(result));
}

function parametersOf(name: string, input: z.ZodObject): JsonObject {
  try {
    const { $schema: _, ...parameters } = z.toJSONSchema(input, {
      target: "draft-2020-12",
      io: "input",
    });
    return JSON.parse(JSON.stringify(parameters));
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The input of the tool "${name}" cannot be told to a model: ${(cause as Error).message}. Use types that JSON has.`,
      { cause, details: { tool: name } },
    );
  }
}
