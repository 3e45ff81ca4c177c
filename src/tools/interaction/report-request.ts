import type { Request, Waited } from "../../domain/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ToolExecutionContext } from "../tool.ts";
import { nowOf } from "./envelope.ts";
import { answerData, person } from "./mail-item.ts";

/** After it nobody is at hand, and to go on asking for the answer only costs. */
const PATIENCE_MS = 5 * 60_000;

export interface ReportOptions {
  readonly context: Pick<ToolExecutionContext, "now">;
  /** The tool that reports, where that is not the one that asked. */
  readonly action?: string;
}

/** A request as the tools give it: the same shape from whichever tool, whenever. */
export function reportRequest(
  { request, joined }: Pick<Waited, "request" | "joined">,
  { context, action = request.tool ?? "ask_human" }: ReportOptions,
) {
  const timestamp = nowOf(context);
  const about = {
    question: request.question.text,
    context: request.question.context ?? "",
    user_id: request.to.length === 0 ? "default" : request.to.join(", "),
    request_id: request.id,
    ...(request.expiresAt === undefined ? {} : { expires_at: request.expiresAt }),
    ...(joined === undefined ? {} : { joined }),
  };
  const status = request.status === "open" ? ("human_input_requested" as const) : request.status;
  return { status, action, data: { ...about, ...outcomeOf(request, timestamp) }, timestamp };
}

function outcomeOf(request: Request, now: string) {
  switch (request.status) {
    case "open":
      return {
        instruction:
          "A person has been asked and has not answered yet, which is normal. The answer is kept for you under this request_id: do not ask the same again, and take silence for no consent.",
        next: nextCall([request], now),
      };
    case "answered":
      return {
        instruction: "A person has answered. Go on with the answer.",
        answer: answerData(request.answer),
        answered_by: person(request.closedBy),
        answered_at: request.closedAt,
      };
    case "expired":
      return {
        instruction:
          "Nobody answered before the time ran out. Silence is no consent: go on only with what needs no answer.",
        closed_at: request.closedAt,
      };
    case "cancelled":
      return {
        instruction:
          "The question was taken back before anybody answered. That is no consent: go on only with what needs no answer.",
        cancelled_by: person(request.closedBy),
        closed_at: request.closedAt,
        ...(request.reason === undefined ? {} : { reason: request.reason }),
      };
  }
}

/** How to come back for the answers of open requests. */
export function nextCall(open: readonly Request[], now: string) {
  const isRecent = open.some(({ createdAt }) => toMs(now) - toMs(createdAt) < PATIENCE_MS);
  return {
    tool: "await_response",
    arguments: { request_ids: open.map(({ id }) => id) },
    guidance: isRecent
      ? "Call await_response with these arguments to wait for the answer."
      : "The person seems to be away. Do other work that does not depend on the answer, or end your turn: the answer is kept, and await_response brings it whenever you resume.",
  };
}
