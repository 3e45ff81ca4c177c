import { deciderOf, rejectedWords, reviewerOf } from "../../channels/console/closed-line.ts";
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
import { terminalLines } from "../../render/terminal-blocks.ts";
import { oneLine } from "../../render/visible-text.ts";

export interface ShownAuthorization {
  readonly request: Shown<AuthorizationRequest>;
  readonly history: readonly Event[];
  /** Names the data folder in a command. */
  readonly folder: string;
  /** Width of the terminal in columns; absent if there is none. */
  readonly width: number | undefined;
}

/** A whole authorization, its decision, and what became of its grant. */
export function authorizationLines({
  request,
  history,
  width,
  folder,
}: ShownAuthorization): string[] {
  return [
    ...terminalLines(authorizationBlocks(request), { width }),
    ...outcome(request, history, folder),
    ...grantLines(history),
    "",
  ];
}

function outcome(
  request: Shown<AuthorizationRequest>,
  history: readonly Event[],
  folder: string,
): string[] {
  switch (request.status) {
    case "open":
      return [
        ...(request.forOthers === undefined
          ? [
              `To decide: npx earshot approve${folder} ${request.id}, or npx earshot reject${folder} ${request.id} --reason TEXT`,
            ]
          : [
              request.forOthers.why,
              `Who can approve it: ${decidersOf(request.forOthers) ?? "nobody, as it is"}`,
            ]),
      ];
    case "approved":
      return [
        `Approved by ${deciderOf(request)} at ${request.closedAt}. ${useOf(request, history)}`.trimEnd(),
        ...notesLines(request),
        ...(isUsable(request)
          ? [`To take it back: npx earshot revoke${folder} ${request.id}`]
          : []),
      ];
    case "rejected":
      return [
        `${rejectedWords(request)} by ${deciderOf(request)} at ${request.closedAt}${why(request.reason)}`,
        ...(request.revoked === undefined
          ? []
          : [`It had been approved at ${request.revoked.approvedAt}, and was not used.`]),
      ];
    case "responded":
      return [
        `${oneLine(request.closedBy.name, 80)} answered in place of the tool at ${request.closedAt}; the action never runs${why(request.response)}`,
      ];
    case "cancelled":
      return [
        `Cancelled by ${oneLine(request.closedBy.name, 80)} at ${request.closedAt}${why(request.reason)}`,
      ];
    case "abandoned":
      return [
        `Given up by ${reviewerOf(request)} at ${request.closedAt} before it was decided${why(request.reason)}`,
      ];
    case "expired":
      return [`Expired at ${request.closedAt} before it was decided.`];
  }
}

function notesLines(request: Shown<AuthorizationRequest>): string[] {
  return (notesOf(request) ?? []).map(
    ({ by, text }) => `${oneLine(by, 80)} adds: ${oneLine(text, Number.POSITIVE_INFINITY)}`,
  );
}

/** A restore leaves what it makes void as if it had been used then. */
function useOf(request: Shown<ApprovedRequest>, history: readonly Event[]): string {
  const isVoided = history.some(({ type }) => type === "grant.voided");
  return isVoided ? "" : useSentence(request, Date.now());
}

function isUsable({ usableUntil }: Shown<ApprovedRequest>): boolean {
  return usableUntil !== undefined && toMs(usableUntil) > Date.now();
}

function why(reason: string | undefined): string {
  return reason === undefined ? "." : `: ${oneLine(reason, Number.POSITIVE_INFINITY)}`;
}

/** What the log says about its grant last. */
function grantLines(history: readonly Event[]): string[] {
  const last = history.findLast(({ type }) => GRANT[type] !== undefined);
  const refused = history.filter(({ type }) => type === "grant.refused").length;
  return [
    ...(last === undefined ? [] : [`${GRANT[last.type] ?? ""} at ${last.at}.`]),
    ...(refused === 0
      ? []
      : [`Its grant was refused ${refused === 1 ? "once" : `${refused} times`}.`]),
  ];
}

const GRANT: Readonly<Record<string, string>> = {
  "grant.minted": "The agent has collected its grant, and not used it,",
  "grant.redeemed": "The grant was used up",
  "grant.voided":
    "The record was restored or went back, and the approval, which may have been used, was made void",
};
