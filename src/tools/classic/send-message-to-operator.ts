import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { ClosedRequest, Shown } from "../../domain/requests/request.ts";
import { defineTool } from "../registry/define-tool.ts";
import { untilClosed } from "../registry/until-closed.ts";

export const sendMessageToOperator = defineTool({
  name: "send_message_to_operator",
  description:
    "Sends a message to the human operator and waits for the reply, which is returned exactly as the operator wrote it. This is synchronous: you stop here until a person has answered, which can take a while. Use it to ask a question that only a person can answer, to report an important finding, or to get guidance before a decision that matters.",
  input: z.object({
    message: z
      .string()
      .describe(
        "What the operator is to read: complete in itself, with the question or finding first and what you need from the operator.",
      ),
  }),
  output: z.string(),
  annotations: { readOnly: false, repeatable: true },
  timeoutMs: Number.POSITIVE_INFINITY,
  async execute({ message }, { earshot, operators, call, signal }) {
    // Asks and waits in two calls: once the id is known, no lost connection can lose the answer.
    const { request } = await earshot.ask(
      { text: message, ...present({ to: operators }) },
      { idempotencyKey: call, signal },
    );
    return replyOf(
      request.status === "open" ? await untilClosed(earshot, request.id, signal) : request,
    );
  },
});

/**
 * The operator's words. Silence, an erased answer and a withdrawn question have none, and are not
 * consent.
 */
export function replyOf(request: Shown<ClosedRequest>): string {
  if (request.status === "answered" && request.erasedAt === undefined) {
    return answerText(request.answer);
  }
  const why = whyNone(request);
  throw new EarshotError(
    "REQUEST_CLOSED",
    `${why}: ${request.id}. There is no reply, and silence is no consent. Go on with what you may do without one, or ask again.`,
    { details: { id: request.id } },
  );
}

function whyNone(request: Shown<ClosedRequest>): string {
  if (request.status === "answered") return `The answer was erased at ${request.erasedAt}`;
  return request.status === "expired"
    ? "Nobody answered before the question expired"
    : `The question was taken back before anybody answered${becauseOf(request)}`;
}

function becauseOf(request: Shown<ClosedRequest>): string {
  const { reason } = request.status === "cancelled" ? request : {};
  return reason === undefined ? "" : ` (${reason})`;
}
