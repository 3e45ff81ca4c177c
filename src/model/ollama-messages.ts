import type { CallOptions, Prompt } from "./language-model.ts";

/** A message for `/api/chat`; an older server ignores fields that it does not know. */
export interface OllamaMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly tool_calls?: readonly OllamaCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

interface OllamaCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: unknown };
}

export function toOllamaMessages(prompt: Prompt): OllamaMessage[] {
  return prompt.flatMap((message): OllamaMessage[] => {
    switch (message.role) {
      case "system":
        return [{ role: "system", content: message.content }];
      case "user":
        return [{ role: "user", content: textOf(message.content) }];
      case "assistant":
        return [ofAssistant(message.content)];
      case "tool":
        return message.content.flatMap(ofResult);
      default:
        return message satisfies never;
    }
  });
}

/** The tools, in the form that both wire formats share. */
export function toOllamaTools(tools: CallOptions["tools"]) {
  return tools?.flatMap((tool) =>
    tool.type === "function"
      ? [
          {
            type: "function",
            function: {
              name: tool.name,
              description: tool.description,
              parameters: tool.inputSchema,
            },
          },
        ]
      : [],
  );
}

/** The `format` of `/api/chat`: a schema, `json`, or nothing. */
export function toOllamaFormat(format: CallOptions["responseFormat"]): unknown {
  return format?.type === "json" ? (format.schema ?? "json") : undefined;
}

type Content<R extends Prompt[number]["role"]> = Extract<Prompt[number], { role: R }>["content"];

function textOf(parts: Content<"user"> | Content<"assistant">): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function ofAssistant(parts: Content<"assistant">): OllamaMessage {
  const calls = parts.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input } }]
      : [],
  );
  const said = { role: "assistant", content: textOf(parts) } as const;
  return calls.length === 0 ? said : { ...said, tool_calls: calls };
}

function ofResult(part: Content<"tool">[number]): OllamaMessage[] {
  if (part.type !== "tool-result") return [];
  const { output } = part;
  const content = "value" in output ? output.value : "";
  return [
    {
      role: "tool",
      content: typeof content === "string" ? content : JSON.stringify(content),
      tool_name: part.toolName,
      tool_call_id: part.toolCallId,
    },
  ];
}
