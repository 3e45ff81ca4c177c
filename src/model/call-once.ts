import { extractReasoningMiddleware, streamText, wrapLanguageModel } from "ai";
import { present } from "../domain/present.ts";
import type { ModelInput, ModelReply, ToolCall } from "../ports/model/model.ts";
import { settleCallIds } from "./call-ids.ts";
import type { LanguageModel, ResponseFormat } from "./language-model.ts";
import { toSdkMessages, toSdkTools } from "./to-sdk.ts";

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
