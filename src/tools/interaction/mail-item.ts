import type { z } from "zod";
import { present } from "../../domain/present.ts";
import { answerFiles, fileUri } from "../../domain/requests/answer-files.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import {
  type ClosedRequest,
  notesOf,
  type QuestionRequest,
  type Shown,
  type ShownRequest,
  wasRevoked,
} from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { MailItem } from "./envelope.ts";
import { overInstruction } from "./over-instruction.ts";

/** The agent's own question, shortened to what it needs to recognise it. */
const MAX_QUESTION_LENGTH = 500;
const FOR_THE_GRANT =
  "Unless you have run the action, call await_response with this request_id for the grant and the arguments that were approved.";

const REJECTED = "The action must not run.";
const REVOKED =
  "It had been approved, and that was taken back before it was used: the action must not run, and any grant of it is void.";

const RESPONDED =
  "A person answered in place of the tool: the action must not run. Go on with their words, which are no approval of anything.";

export type MailEntry = z.output<typeof MailItem>;

/** An item of the mailbox as a model sees it. Words of people stay whole. */
export function mailItem(item: Shown<ClosedRequest> | Message): MailEntry {
  return "text" in item ? messageItem(item) : requestItem(item);
}

function messageItem({
  id,
  text,
  from,
  createdAt,
  lateAnswerTo,
  corrects,
  asksBack,
}: Message): MailEntry {
  return {
    id,
    kind: "message",
    text,
    from: person(from),
    sent_at: createdAt,
    ...present({ late_answer_to: lateAnswerTo, corrects, asks_back: asksBack }),
  };
}

function requestItem(request: Shown<ClosedRequest>): MailEntry {
  return request.kind === "question" ? questionItem(request) : authorizationItem(request);
}

function questionItem(request: Extract<Shown<ClosedRequest>, { kind: "question" }>): MailEntry {
  const { id, question } = request;
  const about = { id, request_id: id, question: shortened(question.text) };
  if (request.status !== "answered") return { ...about, ...undecided(request) };
  return {
    ...about,
    kind: "answer",
    ...answerData(request),
    answered_by: person(request.closedBy),
    answered_at: request.closedAt,
  };
}

/** Without a grant: it expires soon, and nobody knows when the agent will read this. */
function authorizationItem(
  request: Extract<Shown<ClosedRequest>, { kind: "authorization" }>,
): MailEntry {
  const { id, authorization, closedAt: closed_at } = request;
  const about = { id, request_id: id, tool_name: authorization.action.tool };
  switch (request.status) {
    case "approved": {
      const { over } = request;
      return {
        ...about,
        kind: over === undefined ? "approved" : "over",
        closed_at,
        instruction: over === undefined ? FOR_THE_GRANT : overInstruction(over),
        ...present({
          over,
          notes: notesData(request),
          approved_by: request.closedBy === undefined ? undefined : person(request.closedBy),
        }),
      };
    }
    case "rejected":
      return {
        ...about,
        kind: "rejected",
        closed_at,
        instruction: wasRevoked(request) ? REVOKED : REJECTED,
        ...present({
          rejected_by: request.closedBy === undefined ? undefined : person(request.closedBy),
          reason: request.reason,
        }),
      };
    case "responded":
      return {
        ...about,
        kind: "responded",
        closed_at,
        instruction: RESPONDED,
        response: request.response,
        responded_by: person(request.closedBy),
      };
    default:
      return { ...about, ...undecided(request) };
  }
}

type Undecided = Extract<
  Shown<ClosedRequest>,
  { status: "expired" | "cancelled" | "abandoned" | "assumed" }
>;

function undecided(request: Undecided) {
  const { status: kind, closedAt: closed_at } = request;
  if (request.status === "assumed") return { kind, closed_at, assumption: request.assumption };
  const reason = request.status === "expired" ? undefined : request.reason;
  return { kind, closed_at, ...present({ reason }) };
}

/** Who said it, as a model sees it. */
export function person({ name, via }: Actor): { name: string; channel: string } {
  return { name, channel: via };
}

/** What those who approved it said beside that. */
export function notesData(request: ShownRequest) {
  return notesOf(request)?.map(({ by, text }) => ({ by, text }));
}

/** The answer as a plain object that the schema of results accepts, and where its files are read. */
export function answerData({
  id,
  question,
  answer,
}: Extract<Shown<QuestionRequest>, { status: "answered" }>) {
  const files = answerFiles(question, answer).map(({ name, digest }) => {
    return { name, uri: fileUri({ id, digest }) };
  });
  const { attachments: _, ...said } = answer;
  return {
    answer: "choices" in said ? { ...said, choices: [...said.choices] } : { ...said },
    ...present({ files: files.length === 0 ? undefined : files }),
  };
}

function shortened(text: string): string {
  const cut = text.slice(0, MAX_QUESTION_LENGTH).toWellFormed();
  return text.length > MAX_QUESTION_LENGTH ? `${cut}…` : text;
}
