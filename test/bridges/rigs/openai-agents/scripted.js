import { Usage } from "@openai/agents";

/** Makes its calls, each time under new ids, and ends once it is told what came of them. */
export class Scripted {
  constructor(calls) {
    this.calls = calls;
  }

  async getResponse({ input }) {
    const isTold = [input].flat().some(({ type }) => type === "function_call_result");
    return { usage: new Usage(), output: isTold ? [DONE] : this.calls.map(asItem) };
  }

  getStreamedResponse() {
    throw new Error("Nothing here streams.");
  }
}

const DONE = {
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Done." }],
};

function asItem({ tool: name, args }) {
  const callId = crypto.randomUUID();
  return { type: "function_call", callId, name, arguments: JSON.stringify(args) };
}
