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
