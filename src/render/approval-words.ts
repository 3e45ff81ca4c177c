import { type ApprovalOver, type ApprovalUse, overOf } from "../domain/authority/approval-over.ts";
import { formatDuration } from "../domain/duration.ts";
import { type Timestamp, toMs } from "../domain/timestamp.ts";

/** In a few words, after "approved": whether it was used, or for how long it still can be. */
export function useWords(use: ApprovalUse & Closed, nowMs: number): string | undefined {
  const over = overOf(use, nowMs);
  if (over !== undefined) return WORDS[over];
  const { usableUntil, closedAt } = use;
  if (usableUntil === undefined) return undefined;
  // A clock that is behind would give it longer than it was ever given.
  const fromMs = closedAt === undefined ? nowMs : Math.max(nowMs, toMs(closedAt));
  return `not used, ${formatDuration(toMs(usableUntil) - fromMs)} left`;
}

interface Closed {
  readonly closedAt?: Timestamp;
}

const WORDS: Readonly<Record<ApprovalOver, string>> = {
  used: "used",
  voided: "void since a restore",
  erased: "erased unused",
  expired: "lapsed unused",
  denied_now: "denied by the policy now",
  demands_more: "no longer enough",
  approver_gone: "void, approver gone",
  permission_over: "void, permission ended",
  agent_halted: "agent halted",
  unknown: "proved no more",
};

/** As a sentence with its time; empty if nothing was looked up. */
export function useSentence(use: ApprovalUse, nowMs: number): string {
  const over = overOf(use, nowMs);
  const { usedAt, usableUntil } = use;
  if (over !== undefined) return overSentence(over, usedAt ?? usableUntil);
  return usableUntil === undefined ? "" : `It is not used, and can be until ${usableUntil}.`;
}

/** Why nothing runs by it, for the one who hears about the approval; `at` if the time is known. */
function overSentence(over: ApprovalOver, at: Timestamp | undefined): string {
  const when = at === undefined ? "" : ` at ${at}`;
  switch (over) {
    case "used":
      return `It was used${when}: the action may have run.`;
    case "voided":
      return `It was made void${when}, when the record was restored or went back: the action may have run before that. Look whether it has.`;
    case "erased":
      return `It was erased${when} before it was used, and nothing runs by it any more.`;
    case "expired":
      return `It was not used${at === undefined ? "" : ` by ${at}`}, and nothing runs by it any more.`;
    default:
      return `It was not used, and nothing runs by it: ${REFUSED[over]}.`;
  }
}

const REFUSED: Readonly<
  Record<Exclude<ApprovalOver, "used" | "voided" | "erased" | "expired">, string>
> = {
  denied_now: "the policy of today denies the action",
  demands_more: "the policy of today demands more than was given",
  approver_gone: "who approved it may no longer decide",
  permission_over: "the standing permission that it rests on has ended",
  agent_halted: "its agent is halted, and nothing of it runs until somebody resumes it",
  unknown: "the record no longer proves for whom and what it was",
};
