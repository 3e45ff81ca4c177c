import type { Handed } from "../../domain/authority/authorization.ts";
import {
  type ApprovedRequest,
  type ClosedRequest,
  closerOf,
  closersOf,
  notesOf,
  type RejectedRequest,
  type Shown,
  wasRevoked,
} from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Actor } from "../../domain/surface.ts";
import type { ContentBlock } from "../../ports/channels/channel.ts";
import { actionHeading } from "../action-heading.ts";
import { otherAskers } from "../askers.ts";
import { handWords } from "../hand-words.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { principalName } from "../principal-name.ts";
import type { Reader } from "../words/reader.ts";
import { agentSaid, fact, note, said, shownName } from "./content-blocks.ts";
import type { RequestParts } from "./request-content-parts.ts";

/** How a request closed, with what it was about; nothing can be done with it any more. */
export function closedParts(
  request: Shown<ClosedRequest>,
  reader: Reader,
  closer?: string,
): RequestParts {
  const { words } = reader;
  const by = closerOf(request);
  const isRole = by !== undefined && isRoleLike(by.name);
  const shown =
    isRole && closer !== undefined ? closedAs(request, `${by.name} (${closer})`) : request;
  return {
    title: closedTitle(shown, words),
    blocks: [...outcomeBlocks(request, words), ...subjectBlocks(request, reader)],
    controls: [],
    linkLabel: words.say("page.open"),
    tooLong: words.say("long.closed"),
  };
}

function closedTitle(request: Shown<ClosedRequest>, words: RenderMessages): string {
  switch (request.status) {
    case "answered":
      return words.say("closed.answered", { who: actor(request.closedBy, words) });
    case "approved":
      return words.say("closed.approved", { who: deciderOf(request, words) });
    case "rejected": {
      const who = deciderOf(request, words);
      return words.say(wasRevoked(request) ? "closed.revoked" : "closed.rejected", { who });
    }
    case "responded":
      return words.say("closed.responded", { who: actor(request.closedBy, words) });
    case "cancelled":
      return words.say("closed.cancelled", { who: actor(request.closedBy, words) });
    case "abandoned":
      return words.say(`closed.abandoned.${request.kind}`, { who: reviewerOf(request, words) });
    case "assumed":
      return words.say("closed.assumed", { who: reviewerOf(request, words) });
    case "expired":
      return words.say(`closed.expired.${request.kind}`);
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

function deciderOf(
  request: Shown<ApprovedRequest> | Shown<RejectedRequest>,
  words: RenderMessages,
): string {
  const { basis, status } = request;
  if (basis.kind === "rule") return words.say("closer.rule");
  const all = closersOf(request).map((one) => actor(one, words));
  const who = all.length === 0 ? words.say("closer.person") : manyOf(all, words);
  if (basis.kind === "people") return who;
  return words.say(status === "rejected" ? "closer.rejection" : "closer.permission", { who });
}

function manyOf(all: readonly string[], words: RenderMessages): string {
  return all.reduce((first, last) => words.say("list.and", { first, last }));
}

function reviewerOf({ closedBy }: { readonly closedBy?: Actor }, words: RenderMessages): string {
  return closedBy === undefined ? words.say("closer.review") : actor(closedBy, words);
}

function actor({ name, via, ...handed }: Actor & Handed, words: RenderMessages): string {
  return handWords(
    words.say("closer.via", { name: principalName(name, words, 80), via }),
    handed,
    words,
  );
}

function outcomeBlocks(
  request: Shown<ClosedRequest>,
  words: RenderMessages,
): readonly ContentBlock[] {
  const by = closerOf(request)?.name ?? "Earshot";
  switch (request.status) {
    case "answered":
      return [said(by, shownAnswer(request.answer))];
    case "approved":
      return [
        ...(request.authorization.edit === undefined ? [] : [note(words.say("closed.edited"))]),
        ...(notesOf(request) ?? []).map(({ by: voter, text }) => said(voter, text)),
      ];
    case "responded":
      return [said(by, request.response)];
    case "assumed":
      return [note(words.say("closed.goes_on")), agentSaid(by, request.assumption)];
    case "rejected":
    case "abandoned":
    case "cancelled":
      return request.reason === undefined ? [] : [said(by, request.reason)];
    case "expired":
      return [];
  }
}

function subjectBlocks(request: Shown<ClosedRequest>, reader: Reader): readonly ContentBlock[] {
  const { words } = reader;
  if (request.kind === "question") {
    const others = otherAskers(request, words);
    return [
      ...(others === undefined ? [] : [note(words.say("closed.too", { others }))]),
      note(words.say("closed.question")),
      agentSaid(request.agentName, request.question.text),
    ];
  }
  const { action, demand, digest } = request.authorization;
  const facts = [
    ...(request.erasedAt === undefined
      ? [fact(words.say("fact.action"), actionHeading(request.authorization, reader))]
      : []),
    fact(words.say("fact.tool"), action.tool),
    fact(words.say("fact.level"), demand.level),
    fact(words.say("fact.digest"), `sha256:${digest}`),
    fact(words.say("fact.agent"), shownName(request.agentName)),
  ];
  return [{ kind: "facts", facts }];
}
