import type { Handed } from "../../domain/authority/authorization.ts";
import {
  type ClosedRequest,
  closersOf,
  notesOf,
  type QuestionRequest,
  type Shown,
  type ShownRequest,
  wasRevoked,
} from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Actor } from "../../domain/surface.ts";
import { handWords } from "../../render/hand-words.ts";
import { headline } from "../../render/headline.ts";
import { principalName } from "../../render/principal-name.ts";
import { shownText } from "../../render/shown-json.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { list } from "../browser/language.ts";
import { say } from "./messages/messages.ts";
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

/** A person, an agent or a user of a service. */
export function principalOf(name: string): string {
  return principalName(shownText(name), words, 80);
}

export function actorWords({ name, via, ...handed }: Actor & Handed): string {
  return handWords(say("via", { name: principalOf(name), via }), handed, words);
}

/** "Approved by ana via slack": how a request ended. */
export function closedWords(request: Shown<ClosedRequest>): string {
  if (request.status === "expired") return say("closed.expired");
  if (request.status === "rejected" && request.basis.kind === "permission") {
    const by = request.closedBy?.name;
    return say("closed.like", { who: by === undefined ? say("closed.person") : principalOf(by) });
  }
  const who = closersWords(request);
  return wasRevoked(request)
    ? say("closed.revoked", { who })
    : say(`closed.${request.status}`, { who });
}

type Decided = Exclude<Shown<ClosedRequest>, { readonly status: "expired" }>;

function closersWords(request: Decided): string {
  if (request.closedBy === undefined) return basisWords(request);
  const closers = request.status === "approved" ? closersOf(request) : [request.closedBy];
  return list(closers.map(actorWords));
}

function basisWords(request: Shown<ClosedRequest>): string {
  if (!("basis" in request)) return say("basis.review");
  const { basis } = request;
  return basis.kind === "rule"
    ? say("basis.rule", { rule: nameOf(basis.rule) })
    : say("basis.permission");
}

function notesWords(request: ShownRequest): string | undefined {
  const notes = notesOf(request);
  return notes
    ?.map(({ by, text }) => say("adds", { who: principalOf(by), text: visibleText(text) }))
    .join("\n");
}

/** What was said at the end: the answer, or the reason. */
export function closedDetail(request: Shown<ClosedRequest>): string | undefined {
  if (request.status === "answered") return visibleText(shownAnswer(request.answer));
  if (request.status === "assumed") return visibleText(request.assumption);
  if (request.status === "responded") return visibleText(request.response);
  if (request.status === "approved") return notesWords(request);
  if (request.status === "expired") return undefined;
  return request.reason === undefined ? undefined : visibleText(request.reason);
}
