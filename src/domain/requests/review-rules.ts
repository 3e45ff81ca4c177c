import type { ReviewOutcome, ReviewReason } from "./review.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** Less than the shortest day between two reviews at the same time of the day. */
const SAME_DAY_MS = 20 * HOUR_MS;

/** From then on an open request comes before the review. */
export const REVIEWED_AFTER_MS = DAY_MS;

export interface ReviewFacts {
  readonly waitingMs: number;
  /** The agent that asked is halted or is no more: nobody would take the answer in. */
  readonly isAgentGone: boolean;
  /** What was done about it last, whoever did it. */
  readonly last?: { readonly outcome: ReviewOutcome["do"]; readonly agoMs: number } | undefined;
}

export interface Proposal {
  readonly outcome: ReviewOutcome;
  readonly why: ReviewReason;
}

const KEEP: ReviewOutcome = { do: "keep" };

/**
 * What the rules would do about a request that nobody answers. They assume nothing and approve nothing,
 * whatever default was offered: silence is no consent. What an agent or a person has done about it goes
 * before them for a day, and that it be kept for a week.
 */
export function proposeReview({ waitingMs, isAgentGone, last }: ReviewFacts): Proposal {
  const why = reasonOf(waitingMs);
  if (isAgentGone && why === "waits_a_week") {
    return { outcome: { do: "abandon" }, why: "agent_gone" };
  }
  if (last !== undefined && last.agoMs < restOf(last.outcome)) return { outcome: KEEP, why };
  if (why === "waits_a_day") return { outcome: { do: "remind" }, why };
  return { outcome: { do: "escalate" }, why };
}

/** For how long the rules do nothing more. */
function restOf(outcome: ReviewOutcome["do"]): number {
  return outcome === "keep" || outcome === "escalate"
    ? WEEK_MS - DAY_MS + SAME_DAY_MS
    : SAME_DAY_MS;
}

function reasonOf(waitingMs: number): ReviewReason {
  if (waitingMs > WEEK_MS) return "waits_a_week";
  return waitingMs > 3 * DAY_MS ? "waits_three_days" : "waits_a_day";
}
