import type { RefObject } from "preact";
import { missingVotes } from "../../../domain/authority/places.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Shown,
} from "../../../domain/requests/request.ts";
import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";
import type { ActionBlock } from "../../../render/blocks.ts";
import { shownText } from "../../../render/shown-json.ts";
import { draftOf } from "../../browser/drafts.ts";
import { can } from "../../server/me.ts";
import type { BodyProps } from "../pane/body-props.ts";
import type { Gate, Look } from "./approval-gate.ts";
import { changeWords } from "./diff-rows.ts";
import type { Reviewed } from "./edit-args.tsx";
import { say } from "./messages/messages.ts";
import { shownChars } from "./shown-chars.ts";

export interface BarProps extends BodyProps<Shown<OpenAuthorization>> {
  readonly action: ActionBlock;
  readonly reachedEnd: boolean;
  readonly bar: RefObject<HTMLElement | null>;
  /** All of these have to be in view before one press is enough. */
  readonly inView: readonly RefObject<HTMLElement | null>[];
  /** Present while arguments are being edited. */
  readonly edit: { readonly reviewed: Reviewed | undefined } | undefined;
  /** What stands since changes were dropped, in words. */
  readonly dropped: string | undefined;
  readonly onEdit: (() => void) | undefined;
}

/** How an approval is given from this page; made again with each rendering. */
export interface Approval {
  /** There is a button for it. */
  readonly isOffered: boolean;
  readonly isTooLong: boolean;
  /** What becomes of changed arguments; undefined without any. */
  readonly changes: "approved" | "put to others" | undefined;
  readonly canScope: boolean;
  readonly gate: Gate;
  readonly passkey: { readonly gate: Gate; readonly use: ApprovalNeeds["passkey"] };
  /** What has to be done first, or why it cannot be done. */
  readonly why: string | undefined;
  /** The next press approves, and what exactly `armedWords` says. */
  readonly armed: "plain" | "passkey" | undefined;
  readonly armedWords: string;
  readonly typed: string;
  readonly passphrase: string;
  setTyped(text: string): void;
  setPassphrase(text: string): void;
  /** Approves, arms, or moves to what is missing. */
  press(): void;
  /** The same, after something was typed as proof: a bare key combination must not do this. */
  pressProved(): void;
  pressPasskey(): void;
  ifReady(act: () => void): void;
  /**
   * Without arming, for callers that have already asked. `after` runs before the next request is
   * shown.
   */
  approveNow(after?: () => Promise<unknown>): Promise<boolean>;
}

const NO_NEEDS: ApprovalNeeds = { typed: false, passphrase: false, passkey: "none" };

export const REVIEW_FIRST: Gate = { kind: "wait", why: say("review-first") };

export function lookOf(
  { request, detail, action, reachedEnd, edit }: BarProps,
  { typed, passphrase, note }: Pick<Look, "typed" | "passphrase"> & { readonly note: string },
): Look {
  const reviewed = edit?.reviewed;
  const editedChars = reviewed === undefined ? 0 : charsOf(reviewed.args);
  return {
    level: action.level,
    chars: Math.max(shownChars(action), editedChars),
    digest: reviewed?.digest ?? request.authorization.digest,
    needs: detail.needs ?? NO_NEEDS,
    reachedEnd,
    typed,
    passphrase,
    lacksNote: note.trim() === "" ? noteWanted({ request, edit }) : undefined,
  };
}

/** What the rule wants in the note, in words; undefined where it wants none of this approval. */
export function noteWanted({ request, edit }: Pick<BarProps, "request" | "edit">) {
  const { note, tickets } = request.authorization.demand;
  if (edit?.reviewed?.others !== undefined) return undefined;
  if (tickets !== undefined)
    return say("note.ticket", { ticket: tickets.map(shownText).join(", ") });
  return note === undefined ? undefined : say("note.why");
}

/**
 * Why one press is not enough, whatever is in view: this is not what its person was about to do.
 * Undefined if nothing speaks against it.
 */
export function doubtOf({ request, edit, dropped }: BarProps): "dropped" | "reason" | undefined {
  if (edit?.reviewed === undefined && dropped !== undefined) return "dropped";
  return draftOf(`${request.id}.reason`) === "" ? undefined : "reason";
}

export function armedWords(props: BarProps): string {
  const reviewed = props.edit?.reviewed;
  const doubt = doubtOf(props);
  const changes = reviewed === undefined ? "" : changeWords(reviewed.rows);
  return say(`armed.${armedFor(reviewed, doubt)}`, { changes });
}

function armedFor(reviewed: Reviewed | undefined, doubt: ReturnType<typeof doubtOf>) {
  if (reviewed === undefined)
    return doubt === undefined ? "approve" : (`approve-${doubt}` as const);
  const act = reviewed.others === undefined ? "changes" : "others";
  return doubt === "reason" ? (`${act}-reason` as const) : act;
}

/** Whether an approval of what was reviewed counts, or puts it to others. */
export function changesOf(reviewed: Reviewed | undefined): Approval["changes"] {
  if (reviewed === undefined) return undefined;
  return reviewed.others === undefined ? "approved" : "put to others";
}

function charsOf(args: JsonObject): number {
  return JSON.stringify(args).length;
}

export function whyOf(needs: ApprovalNeeds | undefined, gate: Gate): string | undefined {
  if (!can("decide") || needs === undefined) return say("viewer");
  return gate.kind === "ready" ? undefined : gate.why;
}

/** What came of the operator's own approval. */
export function approvedWords(request: Shown<AuthorizationRequest>): string {
  const { status, authorization } = request;
  if (request.status === "open" && request.held !== undefined) return say("approved");
  if (status !== "open") {
    return say(authorization.edit === undefined ? "approved" : "approved.changed");
  }
  const { demand, votes, edit } = authorization;
  const count = missingVotes(demand, votes);
  if (edit?.others === true && votes.length === 0) return say("put-to-others", { count });
  return say("noted", { count });
}
