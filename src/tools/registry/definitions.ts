import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { RegisteredTool } from "./registry.ts";

/** For Ollama's `/api/chat` and OpenAI's `/v1/chat/completions`. */
export interface FunctionDefinition {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
  };
}

/** For Anthropic's `/v1/messages`. */
export interface AnthropicDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** For MCP's `tools/list`. */
export interface McpDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: { readonly readOnlyHint: boolean };
}

/**
 * A Standard Schema that carries its JSON Schema. It accepts everything, because the dispatcher
 * checks.
 */
export interface DefinitionSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "earshot";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** An entry of the `tools` of the AI SDK, without `execute`: its calls go to the dispatcher. */
export interface AiSdkDefinition {
  readonly description: string;
  readonly inputSchema: DefinitionSchema;
}

/** The definitions of all tools in each format. */
export interface ToolDefinitions {
  readonly ollama: readonly FunctionDefinition[];
  readonly openai: readonly FunctionDefinition[];
  readonly anthropic: readonly AnthropicDefinition[];
  readonly mcp: readonly McpDefinition[];
  /** By name. */
  readonly "ai-sdk": Readonly<Record<string, AiSdkDefinition>>;
}
export type ToolFormat = keyof ToolDefinitions;

type Exporters = {
  readonly [F in ToolFormat]: (tools: readonly RegisteredTool[]) => ToolDefinitions[F];
};

const EXPORTERS: Exporters = {
  ollama: (tools) => tools.map(asFunction),
  openai: (tools) => tools.map(asFunction),
  anthropic: (tools) =>
    tools.map(({ tool: { name, description }, parameters }) => ({
      name,
      description,
      input_schema: structuredClone(parameters),
    })),
  mcp: (tools) =>
    tools.map(({ tool: { name, description, annotations }, parameters }) => ({
      name,
      description,
      inputSchema: structuredClone(parameters),
      annotations: { readOnlyHint: annotations.readOnly },
    })),
  "ai-sdk": (tools) =>
    Object.fromEntries(
      tools.map(({ tool: { name, description }, parameters }) => [
        name,
        { description, inputSchema: schemaOf(parameters) },
      ]),
    ),
};

/** A copy of what a model is told of the tools, for the caller to keep and to change. */
export function exportDefinitions<F extends ToolFormat>(
  tools: readonly RegisteredTool[],
  format: F,
): ToolDefinitions[F] {
  if (!Object.hasOwn(EXPORTERS, format)) {
    const known = Object.keys(EXPORTERS).join(", ");
    throw new EarshotError(
      "INVALID_INPUT",
      `There is no format ${JSON.stringify(format)} for definitions of tools. Use one of ${known}.`,
    );
  }
  return EXPORTERS[format](tools);
}

function asFunction({
  tool: { name, description },
  parameters,
}: RegisteredTool): FunctionDefinition {
  return {
    type: "function",
    function: { name, description, parameters: structuredClone(parameters) },
  };
}

function schemaOf(parameters: JsonObject): DefinitionSchema {
  const toJsonSchema = () => structuredClone(parameters) as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "earshot",
      validate: (value) => ({ value }),
      jsonSchema: { input: toJsonSchema, output: toJsonSchema },
    },
  };
}
