import { type AgentOutputItem, type Model, type ModelRequest, Usage } from "@openai/agents";
import type { ScriptedCall } from "../../../suites/describe-bridge.ts";

/** Makes its calls, each time under new ids, and ends once it is told what came of them. */
export class Scripted implements Model {
  readonly calls: readonly ScriptedCall[];

  constructor(calls: readonly ScriptedCall[]) {
    this.calls = calls;
  }

  async getResponse({ input }: ModelRequest) {
    const isTold =
      typeof input !== "string" && input.some(({ type }) => type === "function_call_result");
    return { usage: new Usage(), output: isTold ? [DONE] : this.calls.map(asItem) };
  }

  // biome-ignore lint/correctness/useYield: nothing here streams.
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("Nothing here streams.");
  }
}

const DONE: AgentOutputItem = {
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Done." }],
};

function asItem({ tool: name, args }: ScriptedCall): AgentOutputItem {
  const callId = crypto.randomUUID();
  return { type: "function_call", callId, name, arguments: JSON.stringify(args) };
}
