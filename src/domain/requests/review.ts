import { DAY_MS, HOUR_MS } from "../time.ts";
/** What the review may do about a request that nobody answers. Nothing of it approves anything. */
export type ReviewOutcome =
  | { readonly do: "keep" }
  /** Brings it before those again who were asked. */
  | { readonly do: "remind" }
  /** Asks others: names of operators, or roles as `role:owner`. */
  | { readonly do: "reroute"; readonly to: readonly string[] }
  /** Asks the owners, beside those who were asked. */
  | { readonly do: "escalate" }
  | { readonly do: "abandon" }
  /** Of a question alone: the agent goes on as if this had been answered. */
  | { readonly do: "assume"; readonly assumption: string };

/** Why the rules propose what they propose. */
export const REVIEW_REASONS = [
  "waits_a_day",
  "waits_three_days",
  "waits_a_week",
  "agent_gone",
  "has_default",
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

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
