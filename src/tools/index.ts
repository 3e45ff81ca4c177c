/** What an agent may call. Whatever is exported here is public; adding to it is a promise. */

/** For the schemas of tools, in the version that checks them. */
export { z } from "zod";
export { defineTool, type ToolDefinition } from "./define-tool.ts";
export type {
  AiSdkDefinition,
  AnthropicDefinition,
  DefinitionSchema,
  FunctionDefinition,
  McpDefinition,
  ToolDefinitions,
  ToolFormat,
} from "./definitions.ts";
export {
  createToolDispatcher,
  type ToolDispatcher,
  type ToolDispatcherOptions,
} from "./dispatcher.ts";
export type { ToolErrorType } from "./error-types.ts";
export { createMessage, type MessageOptions } from "./hub/message.ts";
export {
  type RecordToolCallsOptions,
  recordToolCalls,
  type ToolCallRecorder,
} from "./record-tool-calls.ts";
export { createToolRegistry, type RegisteredTool, type ToolRegistry } from "./registry.ts";
export { TOOL_SETS, type ToolSetName } from "./sets.ts";
export type * from "./tool.ts";
