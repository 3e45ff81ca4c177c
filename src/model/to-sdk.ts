import { jsonSchema, type ModelMessage as SdkMessage, type ToolSet, tool } from "ai";
import type { ModelMessage, ModelTool, ToolCall, ToolReply } from "../ports/model/model.ts";

/** Tools that a model may call and the SDK never executes: their calls come back to us. */
export function toSdkTools(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema<unknown>(input) }),
    ]),
  );
}

export function toSdkMessages(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.map(toSdkMessage);
}

function toSdkMessage(message: ModelMessage): SdkMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.text };
    case "assistant":
      return message.calls.length === 0
        ? { role: "assistant", content: message.text }
        : { role: "assistant", content: [...textPart(message.text), ...message.calls.map(toPart)] };
    case "tool":
      return { role: "tool", content: message.replies.map(toResult) };
    default:
      return message satisfies never;
  }
}

function textPart(text: string) {
  return text === "" ? [] : [{ type: "text" as const, text }];
}

function toPart({ id, name, args }: ToolCall) {
  return { type: "tool-call" as const, toolCallId: id, toolName: name, input: asObject(args) };
}

function toResult({ call, name, text, isError }: ToolReply) {
  return {
    type: "tool-result" as const,
    toolCallId: call,
    toolName: name,
    output: { type: isError ? ("error-text" as const) : ("text" as const), value: text },
  };
}

/**
 * Wraps malformed arguments in an object: some servers refuse a whole conversation if the arguments of an
 * earlier call are anything else.
 */
function asObject(args: unknown): unknown {
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  return isObject ? args : { malformed_arguments: args ?? null };
}
