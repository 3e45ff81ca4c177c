import { MockLanguageModelV4 } from "ai/test";
import type { ScriptedCall } from "../../../suites/describe-bridge.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Makes its calls, each time under new ids, and ends once it is told what came of them. */
export function scripted(calls: readonly ScriptedCall[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isTold = prompt.some(({ role }) => role === "tool");
      return {
        content: isTold ? [{ type: "text", text: "Done." }] : calls.map(asContent),
        finishReason: isTold
          ? { unified: "stop", raw: "stop" }
          : { unified: "tool-calls", raw: "tool_calls" },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

function asContent({ tool: toolName, args }: ScriptedCall) {
  const toolCallId = crypto.randomUUID();
  return { type: "tool-call" as const, toolCallId, toolName, input: JSON.stringify(args) };
}
