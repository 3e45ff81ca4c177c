/** What an agent may call. Everything exported here is public; adding to it is a promise. */

/** For the schemas of tools, in the version that checks them. */
export { z } from "zod";
export { createMessage, type MessageOptions } from "./hub/message.ts";
export { defineTool, type ToolDefinition } from "./registry/define-tool.ts";
export type {
  AiSdkDefinition,
  AnthropicDefinition,
  DefinitionSchema,
  FunctionDefinition,
  McpDefinition,
  ToolDefinitions,
  ToolFormat,
} from "./registry/definitions.ts";
export {
  createToolDispatcher,
  type ToolDispatcher,
  type ToolDispatcherOptions,
} from "./registry/dispatcher.ts";
export type { ToolErrorType } from "./registry/error-types.ts";
export {
  type RecordToolCallsOptions,
  recordToolCalls,
  type ToolCallRecorder,
} from "./registry/record-tool-calls.ts";
export { createToolRegistry, type RegisteredTool, type ToolRegistry } from "./registry/registry.ts";
export type * from "./registry/tool.ts";
export { TOOL_SETS, type ToolSetName } from "./sets.ts";
