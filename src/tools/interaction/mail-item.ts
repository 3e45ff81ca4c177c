import type { z } from "zod";
import type { Message } from "../../domain/conversation.ts";
import type { ClosedRequest } from "../../domain/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { MailItem } from "./envelope.ts";

/** The question is the agent's own: enough of it to know it again. */
const MAX_QUESTION_LENGTH = 500;

type Mail = z.output<typeof MailItem>;

/** An item of the mailbox as a model is told of it; what people said stays whole. */
export function mailItem(item: ClosedRequest | Message): Mail {
  return "text" in item ? messageItem(item) : requestItem(item);
}

function messageItem({ id, text, from, createdAt, lateAnswerTo }: Message): Mail {
  return {
    id,
    kind: "message",
    text,
    from: person(from),
    sent_at: createdAt,
    ...(lateAnswerTo === undefined ? {} : { late_answer_to: lateAnswerTo }),
  };
}

function requestItem(request: ClosedRequest): Mail {
  const { id, question } = request;
  const about = { id, request_id: id, question: shortened(question.text) };
  switch (request.status) {
    case "answered":
      return {
        ...about,
        kind: "answer",
        answer: answerData(request.answer),
        answered_by: person(request.closedBy),
        answered_at: request.closedAt,
      };
    case "expired":
      return { ...about, kind: "expired", closed_at: request.closedAt };
    case "cancelled":
      return {
        ...about,
        kind: "cancelled",
        closed_at: request.closedAt,
        ...(request.reason === undefined ? {} : { reason: request.reason }),
      };
  }
}

/** Who said it, as a model is told. */
export function person({ name, via }: Actor): { name: string; channel: string } {
  return { name, channel: via };
}

/** The same as a plain object that the schema of results takes. */
export function answerData(answer: Extract<ClosedRequest, { status: "answered" }>["answer"]) {
  return "choices" in answer ? { choices: [...answer.choices] } : { ...answer };
}

function shortened(text: string): string {
  const cut = text.slice(0, MAX_QUESTION_LENGTH).toWellFormed();
  return text.length > MAX_QUESTION_LENGTH ? `${cut}…` : text;
}
