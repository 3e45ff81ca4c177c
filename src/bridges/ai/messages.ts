import { isObject } from "../model-question.ts";

/** A message as the AI SDK keeps it. */
export interface AiMessage {
  readonly role: string;
  readonly content: unknown;
}

/** A call that waits for people. */
export type OpenPart = {
  /** The framework's id of the call. */
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
} & ({ readonly kind: "question" } | { readonly kind: "call"; readonly approvalId: string });

type Part = Readonly<Record<string, unknown>>;

/** What the messages leave open, in the order in which the model called it. */
export function openIn(
  messages: readonly AiMessage[],
  isQuestion: (tool: string) => boolean,
): readonly OpenPart[] {
  const parts = messages.flatMap(({ content }): Part[] =>
    Array.isArray(content) ? content.filter(isObject) : [],
  );
  const idsOf = (type: string, id: string) =>
    new Set(parts.filter((part) => part["type"] === type).map((part) => part[id]));
  const answered = idsOf("tool-approval-response", "approvalId");
  const ended = idsOf("tool-result", "toolCallId");
  const approvals = new Map<unknown, string>();
  for (const { type, approvalId, toolCallId } of parts) {
    const isOpen = type === "tool-approval-request" && !answered.has(approvalId);
    if (isOpen) approvals.set(toolCallId, String(approvalId));
  }
  return parts.flatMap((part): OpenPart[] => {
    if (part["type"] !== "tool-call" || ended.has(part["toolCallId"])) return [];
    const { toolCallId, toolName, input } = part;
    const called = { id: String(toolCallId), tool: String(toolName), input };
    const approvalId = approvals.get(toolCallId);
    if (approvalId !== undefined) return [{ kind: "call", approvalId, ...called }];
    return isQuestion(called.tool) ? [{ kind: "question", ...called }] : [];
  });
}

export const toolMessage = (content: readonly object[]): AiMessage => ({ role: "tool", content });
