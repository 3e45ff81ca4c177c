import { DAY_MS, HOUR_MS } from "../time.ts";
/** What the review may do about a request that nobody answers. None of it approves anything. */
export type ReviewOutcome =
  | { readonly do: "keep" }
  /** Shows it again to those who were asked. */
  | { readonly do: "remind" }
  /** Asks others: names of operators, or roles as `role:owner`. */
  | { readonly do: "reroute"; readonly to: readonly string[] }
  /** Also asks the owners. */
  | { readonly do: "escalate" }
  | { readonly do: "abandon" }
  /** For questions only: the agent goes on as if this had been answered. */
  | { readonly do: "assume"; readonly assumption: string };

/** The reasons for what the rules propose. */
export const REVIEW_REASONS = [
  "waits_a_day",
  "waits_three_days",
  "waits_a_week",
  "agent_gone",
  "has_default",
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

const WEEK_MS = 7 * DAY_MS;
/** Less than the shortest time between two daily reviews. */
const SAME_DAY_MS = 20 * HOUR_MS;

/** An open request of this age is reviewed. */
export const REVIEWED_AFTER_MS = DAY_MS;

export interface ReviewFacts {
  readonly waitingMs: number;
  /** The agent that asked is halted or gone: nobody would take the answer. */
  readonly isAgentGone: boolean;
  /** What was done about it last, by anybody. */
  readonly last?: { readonly outcome: ReviewOutcome["do"]; readonly agoMs: number } | undefined;
}

export interface Proposal {
  readonly outcome: ReviewOutcome;
  readonly why: ReviewReason;
}

const KEEP: ReviewOutcome = { do: "keep" };

/**
 * What the rules would do about a request that nobody answers. They assume and approve nothing, even
 * if a default was offered: silence is never consent. What an agent or a person did about it takes
 * precedence for a day, and a decision to keep it for a week.
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

/** How long the rules then do nothing more. */
function restOf(outcome: ReviewOutcome["do"]): number {
  return outcome === "keep" || outcome === "escalate"
    ? WEEK_MS - DAY_MS + SAME_DAY_MS
    : SAME_DAY_MS;
}

function reasonOf(waitingMs: number): ReviewReason {
  if (waitingMs > WEEK_MS) return "waits_a_week";
  return waitingMs > 3 * DAY_MS ? "waits_three_days" : "waits_a_day";
}
