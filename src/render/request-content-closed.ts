import type { Handed } from "../domain/authority/authorization.ts";
import { answerText } from "../domain/requests/question.ts";
import {
  type ApprovedRequest,
  type ClosedRequest,
  closerOf,
  closersOf,
  notesOf,
  type RejectedRequest,
  type Shown,
  wasRevoked,
} from "../domain/requests/request.ts";
import type { Actor } from "../domain/surface.ts";
import type { ContentBlock } from "../ports/channels/channel.ts";
import { actionHeading } from "./action-heading.ts";
import { otherAskers } from "./askers.ts";
import { agentSaid, fact, note, said, shownName } from "./content-blocks.ts";
import { handWords } from "./hand-words.ts";
import type { RequestParts } from "./request-content-parts.ts";

/** How a request closed, with what it was about; nothing can be done with it any more. */
export function closedParts(request: Shown<ClosedRequest>, closer?: string): RequestParts {
  const by = closerOf(request);
  const isRole = by !== undefined && isRoleLike(by.name);
  const shown =
    isRole && closer !== undefined ? closedAs(request, `${by.name} (${closer})`) : request;
  return {
    title: closedTitle(shown),
    blocks: [...outcomeBlocks(request), ...subjectBlocks(request)],
    controls: [],
    linkLabel: "Open the page",
    tooLong: "Not all of it is shown here.",
  };
}

function closedTitle(request: Shown<ClosedRequest>): string {
  switch (request.status) {
    case "answered":
      return `Answered by ${actor(request.closedBy)}`;
    case "approved":
      return `Approved by ${deciderOf(request)}`;
    case "rejected":
      return `${wasRevoked(request) ? "Approval taken back" : "Rejected"} by ${deciderOf(request)}`;
    case "responded":
      return `Answered in place of the tool by ${actor(request.closedBy)}`;
    case "cancelled":
      return `Cancelled by ${actor(request.closedBy)}`;
    case "abandoned":
      return `Given up by ${reviewerOf(request)}: nobody has ${request.kind === "question" ? "answered" : "decided"}`;
    case "assumed":
      return `Nobody has answered: assumed by ${reviewerOf(request)}`;
    case "expired":
      return `Expired before it was ${request.kind === "question" ? "answered" : "decided"}`;
  }
}

/** Prefixes of installation names: for these, nobody knows who it was. */
function isRoleLike(name: string): boolean {
  return /^(?:operator|owner|approver|viewer|admin)$/i.test(name);
}

function closedAs(request: Shown<ClosedRequest>, name: string): Shown<ClosedRequest> {
  if (request.status === "expired" || request.closedBy === undefined) return request;
  return { ...request, closedBy: { ...request.closedBy, name } } as Shown<ClosedRequest>;
}

function deciderOf(request: Shown<ApprovedRequest> | Shown<RejectedRequest>): string {
  const { basis, status } = request;
  if (basis.kind === "rule") return "a rule of the policy";
  const who = closersOf(request).map(actor).join(" and ") || "a person";
  if (basis.kind === "people") return who;
  return `a standing ${status === "rejected" ? "rejection" : "permission"} of ${who}`;
}

function reviewerOf({ closedBy }: { readonly closedBy?: Actor }): string {
  return closedBy === undefined ? "the daily review" : actor(closedBy);
}

function actor({ name, via, ...handed }: Actor & Handed): string {
  return `${shownName(name)} via ${via}${handWords(handed)}`;
}

function outcomeBlocks(request: Shown<ClosedRequest>): readonly ContentBlock[] {
  const by = closerOf(request)?.name ?? "Earshot";
  switch (request.status) {
    case "answered":
      return [said(by, answerText(request.answer))];
    case "approved":
      return [
        ...(request.authorization.edit === undefined ? [] : [note("With changed arguments.")]),
        ...(notesOf(request) ?? []).map(({ by: voter, text }) => said(voter, text)),
      ];
    case "responded":
      return [said(by, request.response)];
    case "assumed":
      return [note("The agent goes on with"), agentSaid(by, request.assumption)];
    case "rejected":
    case "abandoned":
    case "cancelled":
      return request.reason === undefined ? [] : [said(by, request.reason)];
    case "expired":
      return [];
  }
}

function subjectBlocks(request: Shown<ClosedRequest>): readonly ContentBlock[] {
  if (request.kind === "question") {
    const others = otherAskers(request);
    return [
      ...(others === undefined ? [] : [note(`The answer went to ${others}, too.`)]),
      note("The question was"),
      agentSaid(request.agentName, request.question.text),
    ];
  }
  const { action, demand, digest } = request.authorization;
  const facts = [
    ...(request.erasedAt === undefined
      ? [fact("action", actionHeading(request.authorization, { locale: "en" }))]
      : []),
    fact("tool", action.tool),
    fact("level", demand.level),
    fact("digest", `sha256:${digest}`),
    fact("agent", shownName(request.agentName)),
  ];
  return [{ kind: "facts", facts }];
}
