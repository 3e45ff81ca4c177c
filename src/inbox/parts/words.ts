import type { Handed } from "../../domain/authority/authorization.ts";
import { answerText } from "../../domain/requests/question.ts";
import {
  type ClosedRequest,
  closersOf,
  notesOf,
  type QuestionRequest,
  type Shown,
  type ShownRequest,
  wasRevoked,
} from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { handWords } from "../../render/hand-words.ts";
import { headline } from "../../render/headline.ts";
import { shownText } from "../../render/shown-json.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { words } from "./render-words.ts";

const ASK_CHARS = 200;

/** What a question asks, on one line. */
export function questionLine({ question }: Shown<QuestionRequest>): string {
  return headline(question.text, ASK_CHARS);
}

/** Whether the question says more than its line, so that all of it has to be shown elsewhere. */
export function isAskCut(request: Shown<QuestionRequest>): boolean {
  return visibleText(request.question.text).trim() !== questionLine(request);
}

export function nameOf(name: string): string {
  return oneLine(shownText(name), 80);
}

export function actorWords({ name, via, ...handed }: Actor & Handed): string {
  return `${nameOf(name)} via ${via}${handWords(handed, words)}`;
}

const CLOSED = {
  answered: "Answered",
  approved: "Approved",
  rejected: "Rejected",
  responded: "Answered in place of the tool",
  cancelled: "Cancelled",
  abandoned: "Given up, unanswered,",
  assumed: "Assumed, unanswered,",
} as const;

/** "Approved by ana via slack": how a request ended. */
export function closedWords(request: Shown<ClosedRequest>): string {
  if (request.status === "expired") return "Expired: nobody decided in time";
  const word = wasRevoked(request) ? "Approval taken back" : CLOSED[request.status];
  if (request.status === "rejected" && request.basis.kind === "permission") {
    return `${word} at once, as one like it by ${nameOf(request.closedBy?.name ?? "a person")}`;
  }
  if (request.closedBy === undefined) return `${word} by ${basisWords(request)}`;
  const closers = request.status === "approved" ? closersOf(request) : [request.closedBy];
  return `${word} by ${closers.map(actorWords).join(" and ")}`;
}

function basisWords(request: Shown<ClosedRequest>): string {
  if (!("basis" in request)) return "the daily review";
  const { basis } = request;
  return basis.kind === "rule" ? `the rule ${nameOf(basis.rule)}` : `a standing ${basis.kind}`;
}

function notesWords(request: ShownRequest): string | undefined {
  const notes = notesOf(request);
  return notes?.map(({ by, text }) => `${nameOf(by)} adds: ${visibleText(text)}`).join("\n");
}

/** What was said at the end: the answer, or the reason. */
export function closedDetail(request: Shown<ClosedRequest>): string | undefined {
  if (request.status === "answered") return visibleText(answerText(request.answer));
  if (request.status === "assumed") return visibleText(request.assumption);
  if (request.status === "responded") return visibleText(request.response);
  if (request.status === "approved") return notesWords(request);
  if (request.status === "expired") return undefined;
  return request.reason === undefined ? undefined : visibleText(request.reason);
}
