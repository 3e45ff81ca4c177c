import {
  extractReasoningMiddleware,
  jsonSchema,
  type ModelMessage as SdkMessage,
  streamText,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from "ai";
import { present } from "../domain/present.ts";
import type {
  ModelInput,
  ModelMessage,
  ModelReply,
  ModelTool,
  ToolCall,
  ToolReply,
} from "../ports/model/model.ts";
import { settleCallIds } from "./call-ids.ts";
import type { LanguageModel, ResponseFormat } from "./language-model.ts";

export interface Attempt {
  readonly model: LanguageModel;
  readonly input: Omit<ModelInput, "signal">;
  readonly format: ResponseFormat | undefined;
  readonly signal: AbortSignal;
}

const FINISHES: ReadonlySet<string> = new Set(["stop", "tool-calls", "length", "content-filter"]);
/** Thoughts of the model that a server leaves in the text. */
const THOUGHTS = extractReasoningMiddleware({ tagName: "think" });

/** One call over the wire, without a second attempt; throws the errors of the SDK. */
export async function callOnce({
  model,
  input: { system, messages, tools = [], onText },
  format,
  signal,
}: Attempt): Promise<ModelReply> {
  const { stream } = streamText({
    model: wrapLanguageModel({ model, middleware: [THOUGHTS, askFor(format)] }),
    ...present({ instructions: system === "" ? undefined : system }),
    messages: toSdkMessages(messages),
    ...present({ tools: tools.length === 0 ? undefined : toSdkTools(tools) }),
    maxRetries: 0,
    abortSignal: signal,
    // The default handler writes to the console; the part of the stream says the same.
    onError: () => {},
  });
  let text = "";
  const calls: ToolCall[] = [];
  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        text += part.text;
        onText?.(part.text);
        break;
      case "tool-call":
        calls.push({ id: part.toolCallId, name: part.toolName, args: argsOf(part.input) });
        break;
      case "error":
        throw part.error;
      case "abort":
        throw signal.reason;
      case "finish": {
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
        return {
          text,
          calls: settleCallIds(calls, messages),
          usage: { inputTokens, outputTokens },
          finishReason: finishOf(part.finishReason, calls),
        };
      }
      default:
    }
  }
  throw new Error("the stream ended without its last part");
}

function askFor(responseFormat: ResponseFormat | undefined) {
  return {
    specificationVersion: "v4" as const,
    transformParams: async <P extends object>({ params }: { params: P }) =>
      responseFormat === undefined ? params : { ...params, responseFormat },
  };
}

/** Missing arguments mean an empty object; text that is no JSON stays as the model wrote it. */
function argsOf(input: unknown): unknown {
  return typeof input === "string" && input.trim() === "" ? {} : input;
}

function finishOf(reason: string, calls: readonly ToolCall[]): ModelReply["finishReason"] {
  // Some servers report a plain stop after a tool call.
  if (reason === "stop" && calls.length > 0) return "tool-calls";
  return FINISHES.has(reason) ? (reason as ModelReply["finishReason"]) : "other";
}

/** Tools that a model may call and the SDK never executes: their calls come back to us. */
function toSdkTools(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema<unknown>(input) }),
    ]),
  );
}

function toSdkMessages(messages: readonly ModelMessage[]): SdkMessage[] {
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
