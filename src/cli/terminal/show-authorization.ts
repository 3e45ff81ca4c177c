import { deciderOf, rejectedBy, reviewerOf } from "../../channels/console/closed-line.ts";
import type { Voice } from "../../channels/console/voice.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { Event } from "../../domain/log/event.ts";
import {
  type ApprovedRequest,
  type AuthorizationRequest,
  notesOf,
  type Shown,
} from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import { useSentence } from "../../render/approval-words.ts";
import { authorizationBlocks } from "../../render/blocks.ts";
import { decidersOf } from "../../render/for-others-words.ts";
import { principalName } from "../../render/principal-name.ts";
import { whyWords } from "../../render/refused-words.ts";
import { terminalLines } from "../../render/terminal-blocks.ts";
import { oneLine } from "../../render/visible-text.ts";

export interface ShownAuthorization {
  readonly request: Shown<AuthorizationRequest>;
  readonly history: readonly Event[];
  readonly evidence: readonly EvidenceView[];
  /** Names the data folder in a command. */
  readonly folder: string;
  readonly voice: Voice;
  /** Width of the terminal in columns; absent if there is none. */
  readonly width: number | undefined;
}

/** A whole authorization, its decision, and what became of its grant. */
export function authorizationLines(shown: ShownAuthorization): string[] {
  const { request, history, evidence, width, voice } = shown;
  return [
    ...terminalLines(authorizationBlocks(request, { ...voice, evidence }), voice.words, {
      width,
      paint: voice.paint,
    }),
    ...outcome(request, shown),
    ...grantLines(history, voice),
    "",
  ];
}

function outcome(
  request: Shown<AuthorizationRequest>,
  { history, folder, voice }: Omit<ShownAuthorization, "request">,
): string[] {
  const { own } = voice;
  if (request.status === "open") return openLines(request, folder, voice);
  const at = voice.moment(request.closedAt);
  switch (request.status) {
    case "approved": {
      const by = own.say("outcome.approved", { who: deciderOf(request, voice), at });
      return [
        `${by} ${useOf(request, history, voice)}`.trimEnd(),
        ...notesLines(request, voice),
        ...(isUsable(request) ? [own.say("decide.take_back", { folder, id: request.id })] : []),
      ];
    }
    case "rejected": {
      const approvedAt = request.revoked?.approvedAt;
      const what = rejectedBy(request, voice);
      return [
        whole(own.say("told.at", { what, at }), request.reason, own),
        ...(approvedAt === undefined
          ? []
          : [own.say("outcome.was_approved", { at: voice.moment(approvedAt) })]),
      ];
    }
    case "responded": {
      const who = principalName(request.closedBy.name, voice.words, 80);
      return [whole(own.say("outcome.responded", { who, at }), request.response, own)];
    }
    case "cancelled": {
      const who = principalName(request.closedBy.name, voice.words, 80);
      const what = own.say("closed.cancelled", { who });
      return [whole(own.say("told.at", { what, at }), request.reason, own)];
    }
    case "abandoned":
      return [
        whole(
          own.say("outcome.abandoned", { who: reviewerOf(request, voice), at }),
          request.reason,
          own,
        ),
      ];
    case "expired":
      return [own.say("outcome.expired", { at })];
  }
}

function openLines(
  { id, forOthers }: Shown<AuthorizationRequest>,
  folder: string,
  { own, words }: Voice,
): string[] {
  if (forOthers === undefined) return [own.say("decide.how", { folder, id })];
  const names = decidersOf(forOthers, words) ?? own.say("decide.nobody");
  return [whyWords(forOthers, words), own.say("decide.who", { names })];
}

function notesLines(request: Shown<AuthorizationRequest>, { own }: Voice): string[] {
  return (notesOf(request) ?? []).map(({ by, text }) =>
    own.say("closed.adds", {
      name: oneLine(by, 80),
      text: oneLine(text, Number.POSITIVE_INFINITY),
    }),
  );
}

/** A restore leaves what it makes void as if it had been used then. */
function useOf(request: Shown<ApprovedRequest>, history: readonly Event[], voice: Voice): string {
  const isVoided = history.some(({ type }) => type === "grant.voided");
  return isVoided ? "" : useSentence(request, Date.now(), voice);
}

function isUsable({ usableUntil }: Shown<ApprovedRequest>): boolean {
  return usableUntil !== undefined && toMs(usableUntil) > Date.now();
}

/** A sentence, which ends with what was said with it if anything was. */
function whole(said: string, words: string | undefined, own: Voice["own"]): string {
  if (words === undefined) return own.say("closed.whole", { said });
  return own.say("closed.because", { said, reason: oneLine(words, Number.POSITIVE_INFINITY) });
}

/** What the log says about its grant last. */
function grantLines(history: readonly Event[], { own, moment }: Voice): string[] {
  const last = history.findLast(({ type }) => typeOf(type) !== undefined);
  const fate = last === undefined ? undefined : typeOf(last.type);
  const count = history.filter(({ type }) => type === "grant.refused").length;
  return [
    ...(last === undefined || fate === undefined
      ? []
      : [own.say(`grant.${fate}`, { at: moment(last.at) })]),
    ...(count === 0 ? [] : [own.say("grant.refused", { count })]),
  ];
}

function typeOf(type: Event["type"]): "minted" | "redeemed" | "voided" | undefined {
  switch (type) {
    case "grant.minted":
      return "minted";
    case "grant.redeemed":
      return "redeemed";
    case "grant.voided":
      return "voided";
    default:
      return undefined;
  }
}
