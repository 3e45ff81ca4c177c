import { present } from "../../domain/present.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import type { QuestionRequest, Shown, Waited } from "../../domain/requests/request.ts";
import { nowOf } from "./envelope.ts";
import { answerData, person } from "./mail-item.ts";
import { askedBackOf, lostOf, nextCall, type ReportOptions } from "./next-call.ts";

/** A question as the tools report it: in the same shape by every tool, at any time. */
export function reportQuestion(
  { request, joined, undeliverable }: Pick<Waited, "request" | "joined" | "undeliverable">,
  {
    context,
    action = request.tool ?? "ask_human",
    unknown,
  }: ReportOptions & {
    /** Names in the call that belong to nobody here. */
    readonly unknown?: string | undefined;
  },
) {
  if (request.kind !== "question") throw new Error(`${request.id} is no question.`);
  const timestamp = nowOf(context);
  const about = {
    question: request.question.text,
    context: request.question.context ?? "",
    user_id: request.to.length === 0 ? "default" : request.to.join(", "),
    ...present({
      notice:
        unknown === undefined
          ? undefined
          : `There is no operator named ${JSON.stringify(unknown)} here, so whoever may answer was asked.`,
    }),
    request_id: request.id,
    ...present({ expires_at: request.expiresAt, joined, undeliverable }),
  };
  const status = request.status === "open" ? ("human_input_requested" as const) : request.status;
  const outcome = {
    ...outcomeOf(request, timestamp),
    ...lostOf(undeliverable),
    ...(request.status === "open" && askedBackOf(unansweredBack(request))),
  };
  return { status, action, data: { ...about, ...outcome }, timestamp };
}

function outcomeOf(request: Shown<QuestionRequest>, now: string) {
  switch (request.status) {
    case "open":
      return {
        instruction:
          "A person has been asked and has not answered yet, which is normal. The answer is kept for you under this request_id: do not ask the same again, and take silence for no consent.",
        next: nextCall([request], now),
      };
    case "answered":
      return {
        ...answered(request),
        answered_by: person(request.closedBy),
        answered_at: request.closedAt,
      };
    case "expired":
      return {
        instruction:
          "Nobody answered before the time ran out. Silence is no consent: go on only with what needs no answer.",
        closed_at: request.closedAt,
      };
    case "abandoned":
      return {
        instruction:
          "The question was given up: nobody has answered, and nobody will. That is no consent: go on only with what needs no answer.",
        ...present({
          abandoned_by: request.closedBy === undefined ? undefined : person(request.closedBy),
        }),
        closed_at: request.closedAt,
        ...present({ reason: request.reason }),
      };
    case "assumed":
      return {
        ...assumed(request),
        ...present({
          assumed_by: request.closedBy === undefined ? undefined : person(request.closedBy),
        }),
        closed_at: request.closedAt,
      };
    case "cancelled":
      return {
        instruction:
          "The question was taken back before anybody answered. That is no consent: go on only with what needs no answer.",
        cancelled_by: person(request.closedBy),
        closed_at: request.closedAt,
        ...present({ reason: request.reason }),
      };
  }
}

/**
 * The placeholder of an erased answer belongs to nobody, and could be taken for a person's words.
 */
function answered(request: Extract<Shown<QuestionRequest>, { status: "answered" }>) {
  const { erasedAt } = request;
  if (erasedAt === undefined) {
    return {
      instruction: "A person has answered. Go on with the answer.",
      ...answerData(request),
    };
  }
  return {
    instruction: `A person had answered, and the answer was erased at ${erasedAt}: nobody's answer is here, and that is no consent. Ask again if you still need it.`,
    erased: true,
  };
}

function assumed({ assumption, erasedAt }: Extract<Shown<QuestionRequest>, { status: "assumed" }>) {
  if (erasedAt === undefined) {
    return {
      instruction:
        "Nobody has answered. Go on with the assumption, say wherever you report that it is one, and take it for no approval of anything.",
      assumption,
    };
  }
  return {
    instruction: `Nobody has answered, and what was assumed was erased at ${erasedAt}: nothing is here to go on with. Ask again if you still need it.`,
    erased: true,
  };
}
