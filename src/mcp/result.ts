import type { CallToolResult } from "@modelcontextprotocol/server";
import type { EarshotError } from "../domain/errors.ts";
import { failedCall } from "../domain/errors.ts";
import type { Envelope, ToolAnswer } from "../ports/earshot/tool-door.ts";
import type { McpExchange } from "./agent.ts";

/** The statuses of a request that people still have to close. */
const OPEN = new Set(["human_input_requested", "authorization_requested"]);

/**
 * The envelope twice: as structured content, and as text for clients that read only that. An error is only
 * text: some clients check its structure against the schema of a success.
 */
export function toResult({ envelope, isError }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(envelope) }],
    ...(isError ? { isError } : { structuredContent: { ...envelope } }),
  };
}

/** The same, as the last of an exchange: once the client has it, what people said in it counts as delivered. */
export function handOver(exchange: McpExchange, answer: ToolAnswer): CallToolResult {
  if (answer.delivered !== undefined) exchange.onDelivered(answer.delivered);
  return toResult(answer);
}

/** The id of the request that a person still has to answer; undefined if there is none. */
export function openRequestOf({ status, data }: Envelope): string | undefined {
  const id = data["request_id"];
  return typeof id === "string" && OPEN.has(status) ? id : undefined;
}

/** The result of a call that did not reach its tool, or did not return from it. */
export function failureAnswer(action: string, error: EarshotError, nowMs: number): ToolAnswer {
  const timestamp = new Date(nowMs).toISOString();
  return {
    isError: true,
    envelope: { status: "error", action, data: failedCall(error), timestamp },
  };
}
