import type { Handed } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import { answerText } from "../../domain/requests/question.ts";
import {
  type ApprovedRequest,
  closersOf,
  notesOf,
  type RejectedRequest,
  type Shown,
  type ShownRequest,
  wasRevoked,
} from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { handWords } from "../../render/hand-words.ts";
import { oneLine } from "../../render/visible-text.ts";

/** Says in one line how a request was closed elsewhere. */
export function closedLine(request: ShownRequest): string {
  switch (request.status) {
    case "open":
      throw new EarshotError("INTERNAL", `Request ${request.id} is still open.`);
    case "expired":
      return `Expired before it was ${request.kind === "question" ? "answered" : "decided"}.`;
    case "cancelled": {
      const { closedBy, reason } = request;
      return `Cancelled by ${actorWords(closedBy)}${because(reason)}`;
    }
    case "abandoned": {
      const why = because(request.reason);
      return `Given up by ${reviewerOf(request)}, and nobody has ${request.kind === "question" ? "answered" : "decided"}${why}`;
    }
    case "assumed":
      return `Nobody has answered; ${reviewerOf(request)} has the agent go on with: ${oneLine(request.assumption, 200)}`;
    case "approved":
      return `Approved by ${deciderOf(request)}${request.authorization.edit === undefined ? "" : ", with changed arguments"}.${notesWords(request)}`;
    case "rejected": {
      return `${rejectedWords(request)} by ${deciderOf(request)}${because(request.reason)}`;
    }
    case "responded":
      return `${actorWords(request.closedBy)} answered in place of the tool: ${oneLine(request.response, 200)}`;
    case "answered": {
      const { closedBy, answer } = request;
      return `Answered by ${actorWords(closedBy)}: ${oneLine(answerText(answer), 200)}`;
    }
  }
}

/** What those who approved it said beside that; empty if nothing. */
export function notesWords(request: ShownRequest): string {
  return (notesOf(request) ?? [])
    .map(({ by, text }) => ` ${oneLine(by, 80)} adds: ${oneLine(text, 200)}`)
    .join("");
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${oneLine(reason, 200)}`;
}

/** Who gave up or assumed an answer. Without a name it was the rules of the review. */
export function reviewerOf({ closedBy }: { readonly closedBy?: Actor }): string {
  return closedBy === undefined ? "the daily review" : actorWords(closedBy);
}

/** Who did it and where; a name of an older record may pass for another one, which is marked. */
export function actorWords({ name, via, ...handed }: Actor & Handed): string {
  return `${oneLine(name, 80)} via ${via}${handWords(handed)}`;
}

/** Says that it was rejected, or that its approval was taken back. */
export function rejectedWords(request: Shown<RejectedRequest>): string {
  return wasRevoked(request) ? "Approval taken back" : "Rejected";
}

/** What was taken back together with a rejection of similar requests; empty if nothing was. */
export function alsoRevokedWords(request: ShownRequest): string {
  const { alsoRevoked: ids = [] } = request.status === "rejected" ? request : {};
  return ids.length === 0 ? "" : ` Also taken back, approved and not used: ${ids.join(", ")}.`;
}

/** Says who approved or rejected it. */
export function deciderOf(request: Shown<ApprovedRequest> | Shown<RejectedRequest>): string {
  const { basis, status } = request;
  if (basis.kind === "rule") return `the rule "${oneLine(basis.rule, 80)}"`;
  const who = closersOf(request).map(actorWords).join(" and ") || "a person";
  if (basis.kind === "people") return who;
  return `a standing ${status === "rejected" ? "rejection" : "permission"} of ${who}`;
}
