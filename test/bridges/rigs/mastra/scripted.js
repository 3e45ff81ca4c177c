/* A model that makes its calls, each time under new ids, and ends once it is told what came of them. */

const USAGE = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

export function scripted(calls, told) {
  function next(prompt) {
    const tools = prompt.filter(({ role }) => role === "tool");
    if (tools.length === 0) return { content: calls.map(asContent), finishReason: "tool-calls" };
    told.push(JSON.stringify(tools));
    return { content: [{ type: "text", text: "Done." }], finishReason: "stop" };
  }
  return {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      return { ...next(prompt), usage: USAGE, warnings: [] };
    },
    async doStream({ prompt }) {
      const { content, finishReason } = next(prompt);
      const finish = { type: "finish", finishReason, usage: USAGE };
      const parts = [{ type: "stream-start", warnings: [] }, ...content.flatMap(streamed), finish];
      return { stream: ReadableStream.from(parts) };
    },
  };
}

function streamed(part) {
  if (part.type === "tool-call") return [part];
  const id = "1";
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta: part.text },
    { type: "text-end", id },
  ];
}

function asContent({ tool: toolName, args }) {
  const toolCallId = crypto.randomUUID();
  return { type: "tool-call", toolCallId, toolName, input: JSON.stringify(args) };
}
