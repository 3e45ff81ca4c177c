import type { Handed } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import {
  type ApprovedRequest,
  closersOf,
  notesOf,
  type RejectedRequest,
  type Shown,
  type ShownRequest,
  wasRevoked,
} from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Actor } from "../../domain/surface.ts";
import { handWords } from "../../render/hand-words.ts";
import { principalName } from "../../render/principal-name.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Voice } from "./voice.ts";

/** Says in one line how a request was closed elsewhere. */
export function closedLine(request: ShownRequest, voice: Voice): string {
  const { own } = voice;
  switch (request.status) {
    case "open":
      throw new EarshotError("INTERNAL", `Request ${request.id} is still open.`);
    case "expired":
      return own.say(`closed.expired.${request.kind}`);
    case "cancelled": {
      const { closedBy, reason } = request;
      return withReason(
        own.say("closed.cancelled", { who: actorWords(closedBy, voice) }),
        reason,
        own,
      );
    }
    case "abandoned": {
      const who = reviewerOf(request, voice);
      return withReason(own.say(`closed.abandoned.${request.kind}`, { who }), request.reason, own);
    }
    case "assumed": {
      const text = oneLine(request.assumption, 200);
      return own.say("closed.assumed", { who: reviewerOf(request, voice), text });
    }
    case "approved": {
      const who = deciderOf(request, voice);
      const isEdited = request.authorization.edit !== undefined;
      const said = own.say(isEdited ? "closed.approved_changed" : "closed.approved", { who });
      return said + notesWords(request, voice);
    }
    case "rejected":
      return withReason(rejectedBy(request, voice), request.reason, own);
    case "responded": {
      const text = oneLine(request.response, 200);
      return own.say("closed.responded", { who: actorWords(request.closedBy, voice), text });
    }
    case "answered": {
      const text = oneLine(shownAnswer(request.answer), 200);
      return own.say("closed.answered", { who: actorWords(request.closedBy, voice), text });
    }
  }
}

/** What those who approved it said beside that; empty if nothing. */
export function notesWords(request: ShownRequest, { own, words }: Voice): string {
  return (notesOf(request) ?? [])
    .map(({ by, text }) => {
      return ` ${own.say("closed.adds", { name: principalName(by, words, 80), text: oneLine(text, 200) })}`;
    })
    .join("");
}

/** What was done, and why if somebody said it. */
export function withReason(said: string, reason: string | undefined, own: Voice["own"]): string {
  if (reason === undefined) return said;
  return own.say("closed.because", { said, reason: oneLine(reason, 200) });
}

/** Who gave up or assumed an answer. Without a name it was the rules of the review. */
export function reviewerOf({ closedBy }: { readonly closedBy?: Actor }, voice: Voice): string {
  return closedBy === undefined ? voice.words.say("closer.review") : actorWords(closedBy, voice);
}

/** Who did it and where; a name of an older record may pass for another one, which is marked. */
export function actorWords({ name, via, ...handed }: Actor & Handed, { words }: Voice): string {
  return handWords(
    words.say("closer.via", { name: principalName(name, words, 80), via }),
    handed,
    words,
  );
}

/** Says that it was rejected, or that its approval was taken back, and by whom. */
export function rejectedBy(request: Shown<RejectedRequest>, voice: Voice): string {
  const who = deciderOf(request, voice);
  return voice.own.say(wasRevoked(request) ? "closed.revoked" : "closed.rejected", { who });
}

/** What was taken back together with a rejection of similar requests; empty if nothing was. */
export function alsoRevokedWords(request: ShownRequest, { own }: Voice): string {
  const { alsoRevoked: ids = [] } = request.status === "rejected" ? request : {};
  return ids.length === 0 ? "" : ` ${own.say("closed.also_revoked", { ids: ids.join(", ") })}`;
}

/** Says who approved or rejected it. */
export function deciderOf(
  request: Shown<ApprovedRequest> | Shown<RejectedRequest>,
  voice: Voice,
): string {
  const { basis, status } = request;
  const { words, own } = voice;
  if (basis.kind === "rule") return own.say("closer.rule", { rule: oneLine(basis.rule, 80) });
  const all = closersOf(request).map((one) => actorWords(one, voice));
  const who =
    all.length === 0
      ? words.say("closer.person")
      : all.reduce((first, last) => words.say("list.and", { first, last }));
  if (basis.kind === "people") return who;
  return words.say(status === "rejected" ? "closer.rejection" : "closer.permission", { who });
}
